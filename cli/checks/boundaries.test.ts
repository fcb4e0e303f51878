import { expect, test } from 'vitest'
import { findCrossings } from './boundaries.ts'

const ownFile = 'web/features/booking/my-reservations/reservations-screen.tsx'
const ownStyles = 'web/features/booking/my-reservations/reservations.module.css'

test.each([
  ['the current time in the API', 'api/money/bill.ts', 'const now = new Date()'],
  ['randomness in core', 'core/quote/quote.ts', 'return Math.random()'],
  ['a schema in a page', 'web/lib/a.ts', "import { Type } from 'typebox'"],
  ['a bare fetch in the API', 'api/lots/places.ts', 'const answer = await fetch(url)'],
  ['a fetch without the limits of api/net', 'api/lots/places.ts', 'await app.ports.fetch(url)'],
  [
    'a request over node:http',
    'api/operations/gates/drivers/post.ts',
    "import { type IncomingMessage, request } from 'node:http'",
  ],
  ['a request over node:https', 'api/operations/gates/a.ts', "import { get } from 'node:https'"],
  ['another client for requests', 'api/platform/push/a.ts', "import { request } from 'undici'"],
  [
    'keys that a library fetches itself',
    'api/identity/auth/a.ts',
    'const keys = createRemoteJWKSet(new URL(keys_url), { timeoutDuration: 5000 })',
  ],
  [
    'a typed query in a route',
    'api/lots/lot-settings/lot-settings.routes.ts',
    "await tx.selectFrom('lots').execute()",
  ],
  [
    'a hand-written query',
    'api/jobs/purge-expired.ts',
    "await pool.query<{ id: string }>('select id from lots')",
  ],
  [
    'a notice that is written past the dispatcher',
    'api/people/memberships/notify.sql.ts',
    "await tx.insertInto('notifications').values(notice).execute()",
  ],
  [
    'a notice that a function of the database writes',
    'db/functions/a.sql',
    'insert into notifications (user_id, kind) values (p_user, p_kind);',
  ],
  [
    'an email that is written past the dispatcher',
    'api/operations/gates/notify-gate-alarms.ts',
    'await writeEmail(tx, email, now)',
  ],
  [
    'a text that is written past the dispatcher',
    'api/operations/gates/notify-gate-alarms.ts',
    'await writeText(tx, text, now)',
  ],
  ['a fragment of SQL', 'api/money/bill.ts', 'const part = sql<boolean>`exists (select)`'],
  ['a prepared statement', 'api/money/bill.ts', 'await queryPrepared(pool, readLot, [id])'],
  [
    'rows whose type is asserted',
    'api/booking/pricing/terms.sql.ts',
    'const { rows } = await pool.query<Row>(text, [id])',
  ],
  [
    'rows without a type',
    'api/money/payments/payments.sql.ts',
    'const { rows } = await pool.query(text, [id])',
  ],
  [
    'rows of a template whose type is asserted',
    'api/jobs/jobs.sql.ts',
    'const { rows } = await sql<Row>`select ${sql`max(${`a`})`} from lots where id = ${id}`.execute(db)',
  ],
  [
    'rows of a compiled query whose type is asserted',
    'api/money/billing/invoices.sql.ts',
    'const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, [id]))',
  ],
  [
    'a text for people in a statement',
    'api/a.sql.ts',
    "`select coalesce(u.name, u.email, 'Guest') from users u`",
  ],
  ['a text for people in a function', 'db/functions/a.sql', "select case when a then 'A driver' else b end"],
  [
    'a function with SQL that gets the app',
    'api/a.sql.ts',
    'export async function a(app: FastifyInstance) {}',
  ],
  [
    'a function with SQL that calls its database differently',
    'api/a.sql.ts',
    'export const listLots = (on: Queryable, id: string) => queryPrepared(on, lots, [id])',
  ],
  [
    'a function with SQL whose database has another type',
    'api/a.sql.ts',
    "export function listLots(\n  db: Kysely<DB>,\n  id: string,\n) {\n  return db.selectFrom('lots').execute()\n}",
  ],
  [
    'a function with SQL whose database is not its first parameter',
    'api/a.sql.ts',
    'export function listLots(id: string, pool: pg.Pool) {\n  return query(pool, lots, [id])\n}',
  ],
  [
    'a transaction that could be the whole database',
    'api/a.ts',
    'async function write(app: FastifyInstance, tx: Db): Promise<void> {}',
  ],
  ['another type with the name of transactions', 'api/a.ts', 'type Tx = Db'],
  ['the current time as text', 'api/a.ts', 'function isOpen(now: string): boolean {}'],
  ['the current time as text in an option', 'api/a.ts', 'function isOpen(of: { now?: Date | string }) {}'],
  ['an empty catch block', 'cli/start.ts', 'try {\n  go()\n} catch {\n}'],
  ['an empty catch callback', 'web/lib/api.ts', 'void send().catch(() => {})'],
  ['a shared part that imports a feature', 'web/ui/table.tsx', "import { a } from '@/features/money/a.tsx'"],
  [
    'a shared part that imports a feature lazily',
    'web/lib/a.ts',
    "const a = import('@/features/money/plan/a.tsx')",
  ],
  ['a feature that imports another feature', ownFile, "import {\n  a,\n} from '@/features/lots/maps/a.tsx'"],
  [
    'a feature that imports another feature by a relative path',
    ownFile,
    "import { a } from '../search/a.ts'",
  ],
  [
    'a feature that imports the styles of another feature',
    ownFile,
    "import css from '@/features/lots/maps/a.module.css'",
  ],
  [
    'a feature whose styles compose those of another one',
    ownStyles,
    '.a {\n  composes: b from "../search/a.module.css";\n}',
  ],
  ['a tool that imports the commands', 'tools/demo/town.ts', "import { start } from '@openspot/cli/main.ts'"],
  [
    'a server that imports a tool',
    'server/server.ts',
    "import type { Town } from '@openspot/tools/demo/town.ts'",
  ],
  ['a server that starts a file of a tool', 'server/a.ts', "new URL('../tools/bench/a.ts', import.meta.url)"],
  [
    'an API that imports the server',
    'api/errors.ts',
    "const { root } = await import('../server/settings.ts')",
  ],
  [
    'an API that imports a stand-in',
    'api/errors.ts',
    "import { a } from '@openspot/stripe-stand-in/stand-in.ts'",
  ],
  [
    'a factory of tests in the product',
    'api/errors.ts',
    "import { aLot } from './testing/factories/lots.ts'",
  ],
  ['a library that prints', 'db/migrate.ts', "console.log('done')"],
])('finds %s', (_, file, text) => {
  expect(findCrossings(file, text)).toHaveLength(1)
})

test.each([
  ['the port of the time', 'api/ports.ts', 'now: () => new Date(),'],
  ['a fetch through the ports in api/net', 'api/net/operator-http.ts', 'await ports.fetch(url)'],
  [
    'a request in api/net',
    'api/net/exchange.ts',
    "import { type IncomingMessage, request } from 'node:http'",
  ],
  [
    'types and servers of node:http',
    'api/platform/observability/metrics-endpoint.ts',
    "import { createServer, type IncomingMessage } from 'node:http'",
  ],
  [
    'keys that are fetched through api/net',
    'api/identity/auth/a.ts',
    'const keys = createRemoteJWKSet(url, { [customFetch]: (address) => askOperated(ports, address) })',
  ],
  ['SQL in its own file', 'api/lots/lots/lots.sql.ts', "await tx.selectFrom('lots').execute()"],
  [
    'a transaction around named functions',
    'api/a.ts',
    'await app.db.transaction().execute((tx) => insertLot(tx))',
  ],
  [
    'functions with SQL that get a database, a transaction, a pool, and a connection',
    'api/a.sql.ts',
    [
      'export async function findLot(db: Db, now: Date): Promise<Lot> {}',
      'export const insertLot = (\n  tx: Tx,\n  row: Row,\n) => tx.insertInto(row).execute()',
      'export const listLots = (pool: pg.Pool) => query(pool, lots, [])',
      'export function holdSpot(db: Queryable): Promise<void> {}',
      'export async function listenTo(client: pg.Client) {}',
    ].join('\n\n'),
  ],
  [
    'functions of a file with SQL that run no statement',
    'api/a.sql.ts',
    [
      'export function toLot(row: Row): Lot {\n  return row\n}',
      'export const isOpen = (now: Date) => sql<boolean>`expires_at > ${now.toISOString()}`',
      'const select = (id: string) => query(pool, lots, [id])',
    ].join('\n\n'),
  ],
  ['a date that is read from a value', 'api/money/bill.ts', 'new Date(at)'],
  [
    'a statement whose rows nobody reads',
    'api/money/payments/payments.sql.ts',
    'await pool.query(text, [id])',
  ],
  [
    'a typed fragment in a statement of Kysely',
    'api/lots/lots/lots.sql.ts',
    "db.selectFrom('lots').where(sql<boolean>`id = any(${ids})`).execute()",
  ],
  ['a comment', 'api/money/bill.ts', '// Never new Date() here.'],
  ['a test', 'api/money/bill.test.ts', 'const now = new Date()'],
  ['an import within a feature', ownFile, "import { a } from './a.ts'"],
  [
    'an import within a feature by its full path',
    ownFile,
    "import { a } from '@/features/booking/my-reservations/bills/a.tsx'",
  ],
  [
    'a subfolder that imports its feature',
    'web/features/booking/my-reservations/bills/a.tsx',
    "import { b } from '../b.tsx'",
  ],
  [
    'a feature that imports shared parts',
    ownFile,
    "import { a } from '@/ui/a.tsx'\nimport { b } from '@/lib/b.ts'",
  ],
  [
    'a feature whose styles compose shared ones',
    ownStyles,
    '.a {\n  composes: b from "../../../ui/a.module.css";\n}',
  ],
  [
    'a page that imports features',
    'web/app/me/page.tsx',
    "import { a } from '@/features/booking/my-reservations/a.tsx'",
  ],
  ['a command that imports a tool', 'cli/main.ts', "await import('@openspot/tools/demo/demo.ts')"],
  ['a tool that imports the server', 'tools/a/a.ts', "import { root } from '@openspot/server/settings.ts'"],
  ['the root of the repository', 'server/settings.ts', "new URL('..', import.meta.url)"],
  ['a catch that says why nothing is done', 'cli/start.ts', 'try {\n  go()\n} catch {\n  // It is gone.\n}'],
  ['a catch that handles the error', 'cli/start.ts', 'try {\n  go()\n} catch (error) {\n  report(error)\n}'],
])('accepts %s', (_, file, text) => {
  expect(findCrossings(file, text)).toEqual([])
})

test('names the line of the crossing', () => {
  expect(findCrossings('core/a.ts', 'const a = 1\nconst b = Date.now()')).toMatchObject([{ line: 2 }])
})
