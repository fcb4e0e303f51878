import type { SuggestedContact } from '@openspot/contract/people/suggested-contacts.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const suggested = statement(
  'list_suggested_contacts',
  { kind: text<SuggestedContact['kind']>(), contact: 'text', lot_names: 'text[]' },
  `select s.kind, s.contact, array_agg(distinct l.name order by l.name) as lot_names
   from residents r join users u on u.id = r.user_id join lots l on l.id = r.lot_id
     cross join lateral (values ('EMAIL', r.suggested_email), ('PHONE', r.suggested_phone)) s (kind, contact)
   where r.user_id = $1 and s.contact is not null and s.contact is distinct from u.email and s.contact is distinct from u.phone
   group by 1, 2 order by 1, 2`,
)

/** Returns the contacts of a person that the systems of their lots say are new, without those that the person uses. */
export const listSuggestedContacts = (pool: pg.Pool, user_id: string): Promise<SuggestedContact[]> =>
  queryPrepared(pool, suggested, [user_id])

/** Removes a suggestion of a person in all lots. */
export async function dismissSuggestedContact(
  db: Db,
  user_id: string,
  { kind, contact }: Pick<SuggestedContact, 'kind' | 'contact'>,
): Promise<void> {
  const column = kind === 'EMAIL' ? 'suggested_email' : 'suggested_phone'
  await db
    .updateTable('residents')
    .set({ [column]: null })
    .where('user_id', '=', user_id)
    .where(column, '=', contact)
    .execute()
}
