"""A worker of Vox Humana: it leases jobs and lets an adapter run them. Needs nothing but Python 3.9."""

from .adapter import Adapter, Failed, NotReady, Result
from .sound import write_wav

__all__ = ["Adapter", "Failed", "NotReady", "Result", "write_wav"]
