import { loadavg } from 'node:os'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, sharedBrowser } from './testing/browser.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

// A measurement with a command of its own: see docs/measurements.md.
const SPOTS = 1000
const FRAMES = 300
/** Those of a week or day, and those of a month. */
const bars = '[data-bar], [data-bars] path'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

/** Fills every spot from 4 days ago on: 12 hours booked, 8 hours free, 40 times. */
async function aFullLot() {
  const lot = await aLot(product.server, { trust_level: 'TRUSTED' }, SPOTS)
  const drivers = await Promise.all(Array.from({ length: 40 }, () => aPerson(product.server)))
  const { pool } = product.server.deps.database
  const ids = drivers.map(({ user_id }) => user_id)
  for (let n = 0; n < 40; n++) {
    await pool.query(
      `insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents, terms_version,
         cancel_until_at, created_at, created_by_user_id)
       select s.lot_id, s.id, u.id, 'ACTIVE', x.at, x.at + interval '12 hours', 'USD', 0, 1, x.at, now(), u.id
       from spots s
         cross join lateral (select ($2::uuid[])[1 + (s.spot_no + $3::int) % 40] as id) u
         cross join lateral (select date_trunc('hour', now()) - interval '4 days'
           + make_interval(hours => $3::int * 20 + s.spot_no % 7) as at) x
       where s.lot_id = $1`,
      [lot.lot_id, ids, n],
    )
  }
  // The application's role may not do this.
  const owner = new pg.Client({ connectionString: product.owner_url })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  return { lot, admin: await aMember(product.server, lot.lot_id, 'ADMIN') }
}

/**
 * Scrolls by some pixels in each frame and returns the milliseconds between frames, the tasks of a script over 50 ms, and the elements
 * that were added meanwhile, which don't depend on what else the machine does.
 */
const scroll = (page: Page, dx: number, dy: number) =>
  page.evaluate(
    ({ x, y, frames }) =>
      new Promise<{ between: number[]; long: number; added: number }>((done) => {
        const element = document.querySelector('[role="application"]')
        if (!element) throw new Error('there is no timeline')
        const between: number[] = []
        let long = 0
        const watch = new PerformanceObserver((list) => {
          long += list.getEntries().length
        })
        watch.observe({ type: 'longtask' })
        let added = 0
        const nodes = new MutationObserver((all) => {
          for (const { addedNodes } of all) added += addedNodes.length
        })
        nodes.observe(element, { subtree: true, childList: true })
        let last = performance.now()
        let [toX, toY] = [x, y]
        const frame = (now: number) => {
          between.push(now - last)
          last = now
          if (between.length > frames) {
            watch.disconnect()
            nodes.disconnect()
            return done({ between: between.slice(1), long, added })
          }
          // Back and forth, so that it never stands still at an edge.
          const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = element
          if (scrollTop + toY < 0 || scrollTop + toY > scrollHeight - clientHeight) toY = -toY
          if (scrollLeft + toX < 0 || scrollLeft + toX > scrollWidth - clientWidth) toX = -toX
          element.scrollBy(toX, toY)
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
    { x: dx, y: dy, frames: FRAMES },
  )

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

test('measures the frames of a timeline of 1,000 spots by a month while it is scrolled', async () => {
  const { lot, admin } = await aFullLot()
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/timeline`)
  await page.locator(bars).first().waitFor()
  const rows: string[] = []
  for (const zoom of ['Month', 'Week', 'Day']) {
    await page.getByText(zoom, { exact: true }).click()
    await page.locator(bars).first().waitFor()
    for (const [way, dx, dy] of [
      ['down', 0, 24],
      ['across', 24, 0],
      ['both', 16, 16],
    ] as const) {
      const { between, long, added } = await scroll(page, dx, dy)
      const sorted = between.toSorted((a, b) => a - b)
      const late = between.filter((ms) => ms > 25).length
      const elements = await page.locator('[role="application"] *').count()
      rows.push(
        `| ${zoom} | ${way} | ${at(sorted, 0.5).toFixed(1)} | ${at(sorted, 0.95).toFixed(1)} | ${at(sorted, 0.99).toFixed(1)} | ${late} of ${between.length} | ${long} | ${elements} | ${added} |`,
      )
      expect(between).toHaveLength(FRAMES)
    }
  }
  console.info(
    [
      `load ${loadavg()
        .map((one) => one.toFixed(1))
        .join(' ')}`,
      '| zoom | scroll | median ms | p95 | p99 | frames over 25 ms | long tasks | elements | added |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  )
  await staff.close()
}, 600_000)
