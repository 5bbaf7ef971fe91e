# Writes SOURCE, a C++ file that holds the bytes of FILE as SYMBOL.
file(READ ${FILE} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${SOURCE} "#include <cstddef>\nextern \"C\" {\n"
     "extern const unsigned char ${SYMBOL}[];\nextern const std::size_t ${SYMBOL}_size;\n"
     "const unsigned char ${SYMBOL}[] = {${bytes}};\n"
     "const std::size_t ${SYMBOL}_size = ${size};\n}\n")
