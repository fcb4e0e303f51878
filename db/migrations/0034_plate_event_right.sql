-- What a vehicle whose plate a camera read opens a gate by. Alone, because a new value can't be used in the transaction that adds it.
alter type gate_right add value 'PLATE_EVENT';
