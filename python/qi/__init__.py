"""The C library qi in Python: NoGo (qi.nogo), Go (qi.go), Maze Tac Toe (qi.maze) and the judges of the three (qi.judge).

Nothing is built: the modules call the shared library through ctypes. It is looked for in the environment variable
QI_LIBRARY, beside this package, in the build folder of the source tree, and where the system keeps its libraries.
"""

from ._library import BadText, Colour, Illegal, QiError, version_text

__version__ = version_text().decode()
__all__ = ["BadText", "Colour", "Illegal", "QiError", "__version__"]
