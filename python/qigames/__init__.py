"""The C library qi in Python: NoGo (qigames.nogo), Go (qigames.go), Maze Tac Toe (qigames.maze), the judges of the three (qigames.judge),
pictures (qigames.picture) and engines for other programs (qigames.gtp).

Nothing is built: the modules call the shared library through ctypes. It is looked for in the environment variable
QI_LIBRARY, beside this package, in the build folder of the source tree, and where the system keeps its libraries; only a
library of the package's own version is used.

Threads may share an object: while one of them is in a call, the others wait. A Stop ends another thread's call, and Ctrl-C
ends that of the main thread.
"""

from ._library import VERSION, BadText, Colour, Illegal, QiError, Stop

__version__ = VERSION
__all__ = ["BadText", "Colour", "Illegal", "QiError", "Stop", "__version__"]
