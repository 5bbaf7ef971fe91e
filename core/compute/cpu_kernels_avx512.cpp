// The inner loops for x86 with AVX-512; core/CMakeLists.txt gives this file the flags.
#if defined(__AVX512F__)
#define SSMSCOPE_LANES 8
#define SSMSCOPE_TILE_ROWS 8
#define SSMSCOPE_TILE_VECTORS 3
#define SSMSCOPE_KERNELS kAvx512Kernels
#define SSMSCOPE_KERNELS_NAME "AVX-512"
#include "core/compute/cpu_kernels.inc"
#endif
