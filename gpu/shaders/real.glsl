// Every shader is compiled twice: REAL is float or double (WIDE).
#ifdef WIDE
#define real double
#define complex dvec2
#define real4 dvec4
// Dekker's constant, 2^27 + 1
#define SPLITTER 134217729.0lf
#else
#define real float
#define complex vec2
#define real4 vec4
// 2^12 + 1
#define SPLITTER 4097.0
#endif

complex times(complex a, complex b) { return complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// A row of work groups may be folded (groups_for() of the host).
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
