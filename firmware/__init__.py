"""The other end of every cable: seat modules, signed updates, and devices that exist only in software."""
