# ssmscope_embed(TARGET FILE SYMBOL): the bytes of FILE become
#   extern "C" const unsigned char SYMBOL[]; extern "C" const std::size_t SYMBOL_size;
# in TARGET. The file is a dependency: a change builds it anew.
set(_ssmscope_embed_script ${CMAKE_CURRENT_LIST_DIR}/embed_file_script.cmake)
function(ssmscope_embed target file symbol)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFILE=${file} -DSYMBOL=${symbol} -DSOURCE=${source}
            -P ${_ssmscope_embed_script}
    DEPENDS ${file} ${_ssmscope_embed_script}
    COMMENT "Embedding ${file}"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
