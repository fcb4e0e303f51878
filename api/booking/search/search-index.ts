import { isDeepStrictEqual } from 'node:util'
import { cellsAround } from '@openspot/core/geo/cells.ts'
import type { SearchIndexState } from '@openspot/core/search/index-states.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { reportFailure } from '../../failures.ts'
import { getIndexViewer, inSnapshot, loadLots, readChanges } from './index-changes.sql.ts'
import { type IndexedArea, IndexFault, LotIndex, nobody } from './lot-index.ts'
import type { SearchArea } from './search.rules.ts'
import { type FoundLot, findLots, findLotsById } from './search.sql.ts'

type Deps = Pick<FastifyInstance, 'pool' | 'ports' | 'log' | 'metrics'>

/** Without searches, it follows the changes this often, so that a search after a pause has few to apply. */
const FOLLOW_MS = 1_000
/** How often an answer is compared with that of the database. */
const COMPARE_MS = 30_000
/** After a fault, it is loaded again this much later. */
const AGAIN_MS = 5_000
/** Searches may start half an hour ago, and clocks differ; what ended a day ago is not needed. */
const KNOWN_MINUTES = 1440

/**
 * Answers searches from memory (docs/decisions/0040-fast-reads.md). Before each answer it reads what the database changed meanwhile, so an
 * answer is never older than its question, whichever process changed it. Searches that wait at the same time share that read. Whenever it
 * does not know, `find` returns null, and the database answers.
 */
export class SearchIndex {
  readonly #deps: Deps
  /** Connections of its own. */
  readonly #pool: pg.Pool
  readonly #timers: NodeJS.Timeout[] = []
  #index: LotIndex | null = null
  #isClosed = false
  #again: NodeJS.Timeout | null = null
  /** Reads of changes run one after the other, because each begins where the last one ended. */
  #reading: Promise<unknown> = Promise.resolve()
  /** The next read, which has not begun: everyone who asks before it begins may share it. */
  #next: Promise<boolean> | null = null
  #working: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps, pool: pg.Pool) {
    this.#deps = deps
    this.#pool = pool
  }

  get state(): SearchIndexState {
    return this.#index === null ? 'LOADING' : 'READY'
  }

  start(): void {
    const every = (milliseconds: number, work: () => Promise<unknown>) =>
      this.#timers.push(
        setInterval(() => {
          this.#working = this.#working.then(work).catch((error: unknown) => this.#report(error))
        }, milliseconds).unref(),
      )
    every(FOLLOW_MS, () => this.#follow())
    every(COMPARE_MS, () => this.compare())
    void this.load()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#index = null
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#again !== null) clearTimeout(this.#again)
    await this.#working
    await this.#reading
  }

  /** Loads everything. Searches are answered by the database meanwhile. Never throws. */
  load(): Promise<void> {
    const loading = this.#load().catch((error: unknown) => {
      this.#report(error)
      this.#loadAgain()
    })
    this.#working = this.#working.then(() => loading)
    return loading
  }

  async #load(): Promise<void> {
    let index: LotIndex | null = null
    const known_from = this.#minute() - KNOWN_MINUTES
    await loadLots(
      this.#pool,
      known_from,
      (position) => {
        index = new LotIndex(position, known_from)
      },
      (lot, taken) => index?.load(lot, taken),
      () => new Promise((done) => setImmediate(done)),
    )
    if (this.#isClosed || index === null) return
    this.#index = index
    this.#measure()
  }

  /**
   * Returns the lots of an area that the caller may see, each with its number of free spots, as `findLots` does. Null if the index can't
   * answer: it is not loaded, it can't reach the database, or the question is about names or about the past.
   */
  async find(
    area: SearchArea,
    from_min: number,
    to_min: number,
    user_id: string | null,
  ): Promise<FoundLot[] | null> {
    if (this.#index === null || area.kind === 'text') return null
    const [viewer, isCurrent] = await Promise.all([
      user_id === null ? nobody : getIndexViewer(this.#deps.pool, user_id),
      this.#becomeCurrent(),
    ])
    const index = this.#index
    if (!isCurrent || index === null || from_min < index.known_from) return null
    const { found, further } = index.find(area, from_min, to_min, viewer)
    if (further.length === 0) return found
    return [
      ...found,
      ...(await findLotsById(this.#deps.pool, further, area.point, from_min, to_min, user_id)),
    ]
  }

  /** Resolves once the index knows everything that was committed before this call; to false if it can't be known. */
  #becomeCurrent(): Promise<boolean> {
    this.#next ??= this.#oneByOne(() => {
      this.#next = null
      return this.#read(this.#pool)
    })
    return this.#next
  }

  #oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#reading.then(work)
    // Who asked for it gets the error; the next one must run all the same.
    this.#reading = done.catch(() => undefined)
    return done
  }

  async #read(db: pg.Pool | pg.PoolClient): Promise<boolean> {
    const index = this.#index
    if (index === null) return false
    try {
      const changes = await readChanges(db, index.position)
      if (index !== this.#index) return false
      if (changes === null) return this.#drop('behind')
      index.apply(changes)
      return true
    } catch (error) {
      if (!(error instanceof IndexFault)) {
        // The next search tries again; until then the database answers.
        this.#deps.log.debug({ err: error }, 'the search index could not read changes')
        return false
      }
      reportFailure(this.#deps.log, { task: 'search_index', error })
      return this.#drop('broken')
    }
  }

  #drop(reason: 'behind' | 'mismatch' | 'broken'): false {
    this.#index = null
    if (this.#isClosed) return false
    this.#deps.metrics.countIndexFault(reason)
    this.#deps.log.warn({ reason }, 'search index dropped')
    this.#measure()
    this.#loadAgain()
    return false
  }

  #loadAgain(): void {
    if (this.#isClosed) return
    this.#again ??= setTimeout(() => {
      this.#again = null
      void this.load()
    }, AGAIN_MS).unref()
  }

  async #follow(): Promise<void> {
    if (this.#index === null) return
    await this.#becomeCurrent()
    const until = this.#minute() - KNOWN_MINUTES
    // Once a day is enough, because it copies everything that is left.
    if (this.#index && until - this.#index.known_from > KNOWN_MINUTES) this.#index.dropUntil(until)
    this.#measure()
  }

  /**
   * Compares the answer to a random question with that of the database in the same snapshot. If they differ, the index is dropped and loaded
   * again. Returns whether they were equal, or null if there was nothing to compare.
   */
  async compare(): Promise<boolean | null> {
    const question = this.#question()
    if (question === null) return null
    const { area, from_min, to_min } = question
    return inSnapshot(this.#pool, async (client) => {
      const answer = await this.#oneByOne(async () =>
        (await this.#read(client)) ? (this.#index?.find(area, from_min, to_min, nobody) ?? null) : null,
      )
      if (answer === null) return null
      const further = new Set(answer.further)
      const expected = (await findLots(client, area, from_min, to_min, null)).filter(
        ({ lot }) => !further.has(lot.id),
      )
      if (areSame(answer.found, expected)) return true
      reportFailure(this.#deps.log, {
        task: 'search_index',
        error: new IndexFault('The index answered otherwise than the database.'),
        more: { found: answer.found.length, expected: expected.length },
      })
      return this.#drop('mismatch')
    })
  }

  #question(): { area: IndexedArea; from_min: number; to_min: number } | null {
    const bytes = this.#deps.ports.random(12)
    const point = this.#index?.pointOf(bytes.readUInt32BE(0)) ?? null
    if (point === null) return null
    const from_min = this.#minute() + (bytes.readUInt32BE(4) % (30 * 1440))
    const to_min = from_min + 30 + (bytes.readUInt32BE(8) % 2880)
    const radius_m = 2000
    return {
      area: { kind: 'around', point, radius_m, cells: cellsAround(point.lat, point.lng, radius_m) },
      from_min,
      to_min,
    }
  }

  #minute = () => Math.floor(this.#deps.ports.now().getTime() / 60_000)

  #measure(): void {
    const index = this.#index
    this.#deps.metrics.setSearchIndex({
      is_ready: index !== null,
      lots: index?.lots ?? 0,
      taken_times: index?.taken_times ?? 0,
    })
  }

  #report(error: unknown): void {
    if (!this.#isClosed) reportFailure(this.#deps.log, { task: 'search_index', error })
  }
}

/** Distances are computed by two machines' worth of rounding; everything else must be equal. */
function areSame(found: FoundLot[], expected: FoundLot[]): boolean {
  const byId = new Map(found.map((each) => [each.lot.id, each]))
  return (
    byId.size === expected.length &&
    expected.every(({ distance_m, ...rest }) => {
      const { distance_m: known = null, ...other } = byId.get(rest.lot.id) ?? {}
      return Math.abs((distance_m ?? 0) - (known ?? 0)) < 1e-6 && isDeepStrictEqual(rest, other)
    })
  )
}
