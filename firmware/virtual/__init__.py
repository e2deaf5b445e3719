"""A USB bus without hardware: device models, the USB/IP wire, and the pyusb backend that speaks it.

A bus process is started by ``python -m firmware.virtual`` or :func:`firmware.virtual.process.start_bus`;
drivers reach its devices through :func:`firmware.virtual.backend.get_backend`; a demonstration or a test
plays the people around the machine (who insert notes and pull plugs) through
:class:`firmware.virtual.control.BusControl`.
"""
