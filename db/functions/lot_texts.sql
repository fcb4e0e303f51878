-- A lot's own texts in the language of who reads them (docs/decisions/0053-lot-texts.md). This file runs again whenever it changes.

-- Returns a text in the reader's locale, else in their language as another region writes it, else as the lot wrote it. core/lots/texts.ts
-- does the same.
create or replace function lot_text(p_field text, p_original text, p_language text, p_texts jsonb, p_reader text) returns text
language sql immutable
  return case when p_texts = '{}' or p_reader = p_language and p_original is not null then p_original else coalesce(
    p_texts -> p_reader ->> p_field,
    case when split_part(p_language, '-', 1) = split_part(p_reader, '-', 1) then p_original end,
    (select t.value ->> p_field from jsonb_each(p_texts) t
      where split_part(t.key, '-', 1) = split_part(p_reader, '-', 1) and t.value ? p_field order by t.key collate "C" limit 1),
    p_original) end;
