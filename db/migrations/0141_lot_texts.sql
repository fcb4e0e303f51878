-- A lot's own texts in several languages (docs/decisions/0053-lot-texts.md). The columns have the texts as the lot wrote them, `texts` has
-- them in other languages by locale.

-- Whether texts have only known locales and fields, are plain where the original is, and no longer than it may be. core/lots/texts.ts and
-- core/text/locales.ts say the same. The language of the original has no second texts.
create function lot_texts_are_valid(p_texts jsonb, p_language text) returns boolean language sql immutable
  return jsonb_typeof(p_texts) = 'object' and p_language in
      ('en-US', 'en-GB', 'es-US', 'fr-FR', 'de-DE', 'pt-BR', 'it-IT', 'zh-CN', 'ja-JP', 'ar-AE')
    and not exists (select from jsonb_each(p_texts) l
      where l.key = p_language or l.value = '{}' or jsonb_typeof(l.value) <> 'object'
        or l.key not in ('en-US', 'en-GB', 'es-US', 'fr-FR', 'de-DE', 'pt-BR', 'it-IT', 'zh-CN', 'ja-JP', 'ar-AE')
        or not is_plain_name(coalesce(l.value ->> 'name', ''))
        or exists (select from jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value else '{}' end) f
          where jsonb_typeof(f.value) <> 'string' or trim(f.value #>> '{}') = '' or length(f.value #>> '{}') > case f.key
            when 'name' then 120 when 'description' then 2000 when 'entry_instructions' then 1000 when 'house_rules' then 2000
            else 0 end));

alter table lots
  add column language text not null default 'en-US',
  add column texts jsonb not null default '{}',
  add column entry_instructions text,
  add column house_rules text;
alter table lots add constraint lots_texts_check check (lot_texts_are_valid(texts, language)) not valid;
alter table lots add constraint lots_entry_instructions_check check (length(entry_instructions) <= 1000) not valid;
alter table lots add constraint lots_house_rules_check check (length(house_rules) <= 2000) not valid;
