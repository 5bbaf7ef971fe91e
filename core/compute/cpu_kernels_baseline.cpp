// The inner loops for any processor that we are compiled for.
#define SSMSCOPE_LANES 2
#define SSMSCOPE_TILE_ROWS 4
#define SSMSCOPE_TILE_VECTORS 2
#define SSMSCOPE_KERNELS kBaselineKernels
#define SSMSCOPE_KERNELS_NAME "baseline"
#include "core/compute/cpu_kernels.inc"
