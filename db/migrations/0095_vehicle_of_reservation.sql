-- The license plate that staff gave a reservation: a record of this lot for this reservation only, which its driver can accept as a
-- vehicle of their own. The reservation has no vehicle of the driver's meanwhile.
alter table lot_car_notes add column reservation_id uuid;
alter table lot_car_notes add constraint lot_car_notes_of_reservation
  check (reservation_id is null or car_id is null) not valid;
alter table lot_car_notes add constraint lot_car_notes_reservation
  foreign key (reservation_id, lot_id) references reservations (id, lot_id) not valid;
