import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { runPrepared } from './prepared.ts'
import { labelOfText } from './rows.ts'

/** Kysely on a pool, with every query that has parameters prepared under a name. */
export function preparedDialect(pool: pg.Pool): PostgresDialect {
  // Kysely remembers its own state by the identity of a client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return new PostgresDialect({
    pool: {
      async connect() {
        const client = await pool.connect()
        const known = clients.get(client)
        if (known) return known
        const preparing = preparingClient(client)
        clients.set(client, preparing)
        return preparing
      },
      end: () => pool.end(),
    },
  })
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  async function query(text: string, values: readonly unknown[]) {
    // Without parameters it is mostly `begin` and `commit`, which there is nothing to plan about.
    return values.length === 0
      ? client.query(text)
      : runPrepared(client, text, values, { label: labelOfText(text) })
  }
  return {
    // The product reads no cursors, which are the other overload.
    query: query as unknown as PostgresPoolClient['query'],
    // The pool replaces `release` on each checkout.
    release: () => client.release(),
  }
}
