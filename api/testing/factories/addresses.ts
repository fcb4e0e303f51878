import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'

/** Returns the secret parts of the addresses of a shared pass and of a calendar feed, which are only stored as hashes. */
export async function addressesOf(
  api: TestApi,
  { lot_id, reservation_id, user_id }: { lot_id: string; reservation_id: string; user_id: string },
): Promise<{ pass_token: string; feed_token: string }> {
  const { pool } = api.deps.database
  const now = api.deps.ports.now()
  const pass_token = secretWord(api.ports, 40)
  await pool.query(
    'insert into pass_links (token_hash, lot_id, reservation_id, created_at) values (sha256($1::text::bytea), $2, $3, $4)',
    [pass_token, lot_id, reservation_id, now],
  )
  const feed_token = secretWord(api.ports, 40)
  await pool.query(
    'insert into calendar_feeds (user_id, token_hash, created_at) values ($1, sha256($2::text::bytea), $3)',
    [user_id, feed_token, now],
  )
  return { pass_token, feed_token }
}
