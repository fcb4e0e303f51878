import { isJson } from '@openspot/api/lots/lot-files/read-lot-text.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Database } from '@openspot/db/database.ts'
import type { Outcome } from './outcomes.ts'
import { readFeatures } from './read-features.ts'
import { type Saved, saveLot } from './save-lot.ts'

export interface ImportOrder {
  /** The file's text and its name without folders. */
  text: string
  file_name: string
  /** The person who becomes the new lots' owner (SUPER_ADMIN). */
  owner_email: string | null
  /** Whether each polygon of a feature is a lot of its own. */
  splits: boolean
  /** Whether everything is done and then undone, so that only the report remains. */
  is_dry: boolean
}

/** Receives progress: a count after each lot, and messages. */
export interface Listener {
  progress(done: number, all: number, line: string): void
  print(line: string): void
}

export interface ImportSummary {
  new: number
  changed: number
  unchanged: number
  refused: number
  spots: number
  /** What became of the properties of all features. */
  outcomes: Outcome[]
}

/** Imports the lots of a file independently: a problem with one does not affect the others. */
export async function importFile(
  database: Database,
  ports: Ports,
  order: ImportOrder,
  listener: Listener,
): Promise<ImportSummary> {
  const features = readFeatures(order.text, order)
  const owner_user_id = order.owner_email === null ? null : await findOwner(database, order.owner_email)
  const source = `${isJson(order.text) ? 'geojson' : 'table'}:${order.file_name}`
  const outcomes = features.flatMap((feature) => feature.outcomes)
  const summary: ImportSummary = { new: 0, changed: 0, unchanged: 0, refused: 0, spots: 0, outcomes }
  for (const [at, { label, notes, draft, refusal }] of features.entries()) {
    let line = label
    if (draft === null) {
      summary.refused++
      listener.print(`${label}: ${refusal}`)
    } else {
      const saved = await saveLot(database, ports, draft, { source, owner_user_id, is_dry: order.is_dry })
      summary[saved.outcome]++
      summary.spots += saved.spots
      line = `${saved.name}, ${lineOf(saved)}`
      for (const note of notes) listener.print(`${label} (${saved.name}): ${note}`)
      if (saved.outcome === 'changed') listener.print(`${label} (${saved.name}) has changed: ${saved.what}`)
    }
    listener.progress(at + 1, features.length, line)
  }
  // The planner has no statistics about the new rows yet.
  if (summary.new > 0 && !order.is_dry) await database.pool.query('analyze lots, spots')
  return summary
}

function lineOf(saved: Saved): string {
  const spots = saved.spots === 1 ? '1 spot' : `${saved.spots} spots`
  return saved.outcome === 'unchanged' ? `${spots}, unchanged` : spots
}

async function findOwner(database: Database, email: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string; account_status: string }>(
    `select id, account_status from users where email = $1 and account_status <> 'DELETED'`,
    [email.trim().toLowerCase()],
  )
  const user = rows[0]
  if (!user) throw new PlainError(`No user has the email address ${email}. The owner must sign up first.`)
  if (user.account_status === 'BANNED') throw new PlainError(`${email} is banned and cannot own lots.`)
  return user.id
}

/** "49 lots: 49 new, 0 changed, 0 unchanged, 0 refused; 19,804 spots" */
export function formatSummary(summary: ImportSummary): string {
  const { spots, outcomes: _properties, ...outcomes } = summary
  const lots = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const number = (count: number) => count.toLocaleString('en-US')
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${number(count)} ${outcome}`)
  return `${number(lots)} ${lots === 1 ? 'lot' : 'lots'}: ${parts.join(', ')}; ${number(spots)} ${spots === 1 ? 'spot' : 'spots'}`
}
