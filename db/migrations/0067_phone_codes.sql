-- Codes that are texted to a phone number, to sign in or to verify the number of an account.
alter type sign_in_method add value if not exists 'PHONE';
create type phone_code_purpose as enum ('SIGN_IN', 'PROVE_NUMBER');
create table phone_codes (
  ticket_hash bytea primary key,
  purpose phone_code_purpose not null,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Whose number it verifies. Null to sign in: nobody is looked up before the code is right.
  user_id uuid references users (id) check ((user_id is not null) = (purpose = 'PROVE_NUMBER')),
  code_hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index phone_codes_user on phone_codes (user_id) where user_id is not null;
create index phone_codes_phone on phone_codes (phone);
create index phone_codes_expires on phone_codes (expires_at);
