-- A preview that nobody applies expires, so that it does not keep the next sync from running.
alter type import_failure add value 'EXPIRED';
