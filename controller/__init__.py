"""The table's controller: one journaled state machine and the host that feeds it.

The layers and who may import whom are described in docs/ARCHITECTURE.md and checked by import-linter.
"""

import evaluator_ext as evaluator_ext  # settles in which form compiled modules run, before any of ours is imported
