# Warnings that every target of ours is clean of. (-Wrestrict is left out: GCC 12 raises it for the
# inside of std::string, its bug 105651.)
function(ssmscope_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                         -Wno-sign-conversion -Wno-restrict -Wnon-virtual-dtor -Woverloaded-virtual)
endfunction()
