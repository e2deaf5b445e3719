"""The screens themselves: models turned into pictures, and touches into commands."""
