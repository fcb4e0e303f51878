import { aPlan } from '@openspot/api/testing/factories/files.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { call } from '@openspot/contract/call.ts'
import { createMapRoute, listMapsRoute, replaceMapRoute } from '@openspot/contract/lots/maps.ts'
import { stallsOf } from '@openspot/core/maps/row.ts'
import { bare } from '@openspot/core/maps/shape.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser, type Visitor } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, {}, 24)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})

afterAll(() => product?.close())

const staff = (look: Look = { viewport: desk }): Promise<Visitor> => aSignedIn(browser, product, admin, look)
const path = (rest = '') => `/lots/${lot.lot_id}/maps${rest}`
const maps = async () =>
  (await call(listMapsRoute, { params: { lot_id: lot.lot_id } }, as(product, admin))).items
const theMap = async (name: string) => {
  const map = (await maps()).find((one) => one.name === name)
  if (!map) throw new Error(`There is no map ${name}.`)
  return map
}

/** Returns the screen position of a point on the map, given as shares of its width and height. */
async function onMap(page: Page, x: number, y: number): Promise<[number, number]> {
  await page.getByRole('application').scrollIntoViewIfNeeded()
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('The map is not there.')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  await page.mouse.move(...to)
  await page.mouse.up()
}

test('creates a map from a picture, numbers a row, and moves, resizes, rotates, and removes spots', async () => {
  const visitor = await staff()
  const { page } = visitor
  await page.goto(path())
  await page.getByText('No maps yet').waitFor()
  await looksWell(page, 'maps-empty-desk')
  await page.getByRole('button', { name: 'Add map' }).click()
  await page.getByLabel('Name').fill('Level 1')
  await chooseFile(page.getByRole('dialog'), {
    name: 'plan.png',
    mimeType: 'image/png',
    buffer: await aPlan(),
  })
  await looksWell(page, 'maps-new-desk')
  await page.getByRole('button', { name: 'Create map' }).click()
  await page.getByRole('heading', { name: 'Level 1', level: 1 }).waitFor()
  await page.getByLabel('First label').fill('A1')
  await page.getByLabel('Number of spots').fill('12')
  await page.getByLabel('Spot length').fill('150')
  await page.getByRole('button', { name: 'Draw line' }).click()
  await drag(page, await onMap(page, 0.1, 0.25), await onMap(page, 0.9, 0.25))
  await page.getByText('12 spots selected').waitFor()
  await page.getByLabel('First label').fill('A13')
  await page.getByRole('button', { name: 'Draw line' }).click()
  await drag(page, await onMap(page, 0.1, 0.75), await onMap(page, 0.9, 0.75))
  await page.getByText('All spots are on this map.').waitFor()
  await looksWell(page, 'maps-editor-desk')

  // One spot by pointer: moved, then resized and rotated with its handles.
  await page.locator('[data-label="A3"]').click()
  await page.getByRole('heading', { name: 'Spot A3' }).waitFor()
  const x = async () => Number(await page.getByLabel('Left', { exact: true }).inputValue())
  const before = await x()
  const box = await page.locator('[data-label="A3"] polygon').boundingBox()
  const middle = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
  await drag(page, middle, [middle[0] + 40, middle[1] + 30])
  expect(await x()).toBeGreaterThan(before)
  const rotation = await page.locator('[data-handle="rotation"]').boundingBox()
  const knob = [(rotation?.x ?? 0) + 5, (rotation?.y ?? 0) + 5] as const
  await drag(page, knob, [knob[0] + 60, knob[1] + 60])
  await expect.poll(() => page.getByLabel('Rotation').inputValue()).not.toBe('0')
  await looksWell(page, 'maps-chosen-desk')
  // The keyboard does the same, and every step can be undone.
  await page.getByRole('application').focus()
  const dragged = await x()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await x()).toBe(dragged + 11)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Place A3' }).waitFor()
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('Control+z')
  await page.locator('[data-label="A3"]').click()
  expect(await x()).toBe(before)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Level 1” saved').waitFor()
  const saved = await theMap('Level 1')
  expect(saved.picture).not.toBeNull()
  expect(saved.spots.map(({ label }) => label)).toHaveLength(24)
  const [first, second] = saved.spots
  expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(first?.width ?? 0, 0)
  await visitor.close()
})

fullTest(
  'saving a map that changed meanwhile shows a conflict and allows loading the other version',
  async () => {
    const map = await theMap('Level 1')
    const visitor = await staff()
    const { page } = visitor
    await page.goto(path(`/${map.id}`))
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    const { spots, picture, name, position, width, height, version } = map
    await call(
      replaceMapRoute,
      {
        params: { map_id: map.id },
        body: {
          name,
          position,
          width,
          height,
          version,
          file_id: picture?.id ?? null,
          spots: spots.map(bare),
        },
      },
      as(product, admin),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Someone else changed this map').waitFor()
    await looksWell(page, 'maps-clash-desk')
    await page.getByRole('button', { name: 'Load their version' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Level 1')
    await page.getByLabel('Name', { exact: true }).fill('Ground')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Ground” saved').waitFor()
    await visitor.close()
  },
)

fullTest('drivers choose a spot on the map, and the monitor shows the same map live', async () => {
  await call(
    createMapRoute,
    {
      params: { lot_id: lot.lot_id },
      body: {
        name: 'Roof',
        position: 2,
        file_id: null,
        width: 1200,
        height: 500,
        spots: stallsOf({ from: [100, 250], to: [1100, 250], depth: 160 }, lot.spot_ids.slice(12)),
      },
    },
    as(product, admin),
  )
  const time = times(4, 2)
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  await page.goto(`/l/${lot.public_id}?${new URLSearchParams(time)}`)
  await page.getByText('Pick a spot on the map').click()
  await page.locator('svg image').waitFor({ state: 'attached' })
  await page.getByText('Roof').waitFor()
  // By keyboard: the list next to the map makes the same choice.
  await page.getByRole('radio', { name: /A2/ }).first().focus()
  await page.keyboard.press('Space')
  await page.locator('svg [data-chosen]').waitFor({ state: 'attached' })
  await looksWellEverywhere(page, 'maps-driver')
  await visitor.close()
  const manager = await staff()
  await manager.page.goto(`/lots/${lot.lot_id}/monitor?view=plan`)
  await manager.page.getByRole('heading', { name: 'Roof' }).waitFor()
  await looksWellEverywhere(manager.page, 'maps-monitor')
  await manager.page.goto(path())
  await manager.page.getByRole('link', { name: 'Edit “Roof”' }).waitFor()
  await looksWellEverywhere(manager.page, 'maps-list')
  await manager.page.getByRole('link', { name: 'Edit “Roof”' }).click()
  await manager.page.getByRole('application').waitFor()
  await looksWellEverywhere(manager.page, 'maps-roof')
  await manager.close()
})

fullTest(
  'a dragged spot snaps to its neighbor with a guide, freely with Alt; a picture is traced and not shown to drivers, who read the zones',
  async () => {
    const traced = await aLot(product.server, { name: 'Traced Lot' }, 3)
    const owner = await aMember(product.server, traced.lot_id, 'ADMIN')
    const params = { lot_id: traced.lot_id }
    const zone = await call(createZoneRoute, { params, body: { name: 'Roof deck' } }, as(product, owner))
    const { db } = product.server.deps.database
    await db
      .updateTable('spots')
      .set({ zone_id: zone.id })
      .where('id', 'in', traced.spot_ids.slice(0, 2))
      .execute()
    const place = { y: 300, width: 80, height: 160, rotation: 0, outline: null }
    const spots = [
      { ...place, spot_id: traced.spot_ids[0] ?? '', x: 300 },
      { ...place, spot_id: traced.spot_ids[1] ?? '', x: 600, y: 330 },
      { ...place, spot_id: traced.spot_ids[2] ?? '', x: 900, y: 560 },
    ]
    const body = { name: 'Level 1', position: 1, file_id: null, width: 1200, height: 700, spots }
    const map = await call(createMapRoute, { params, body }, as(product, owner))
    const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
    const { page } = visitor
    await page.goto(`/lots/${traced.lot_id}/maps/${map.id}`)
    const placeOf = async () => [
      await page.getByLabel('Left', { exact: true }).inputValue(),
      await page.getByLabel('Top', { exact: true }).inputValue(),
    ]
    const [startX, startY] = [600 / 1200, 330 / 700]
    await page.getByRole('application').waitFor()
    const to = (x: number, y: number) => onMap(page, x / 1200, y / 700)
    await page.mouse.move(...(await onMap(page, startX, startY)))
    await page.mouse.down()
    await page.mouse.move(...(await to(450, 310)))
    await page.mouse.move(...(await to(384, 304)))
    // A vertical line has no width, so it doesn't count as visible.
    await expect.poll(() => page.locator('[data-guide]').count()).toBe(2)
    await looksWell(page, 'maps-snap-desk')
    await page.mouse.up()
    expect(await placeOf()).toEqual(['380', '300'])
    expect(await page.locator('[data-guide]').count()).toBe(0)
    // Exact moves by keyboard do not snap.
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    expect(await placeOf()).toEqual(['381', '300'])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.down('Alt')
    await drag(page, await onMap(page, startX, startY), await to(386, 306))
    await page.keyboard.up('Alt')
    expect((await placeOf())[0]).not.toBe('380')
    await page.getByRole('button', { name: 'Undo' }).click()

    await chooseFile(page, { name: 'plan.png', mimeType: 'image/png', buffer: await aPlan() })
    const image = page.getByRole('application').locator('image')
    await image.waitFor({ state: 'attached' })
    await page.getByRole('slider', { name: 'Picture opacity' }).focus()
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => image.getAttribute('opacity')).toBe('0.5')
    await page.getByRole('switch', { name: 'Show the picture to drivers' }).click()
    await looksWellEverywhere(page, 'maps-trace')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Level 1” saved').waitFor()
    await visitor.close()

    const driver = await aVisitor(browser, product.url)
    await driver.page.goto(`/l/${traced.public_id}?${new URLSearchParams(times(4, 2))}`)
    await driver.page.getByText('Pick a spot on the map').click()
    await driver.page.locator('svg [data-zone="Roof deck"]').waitFor({ state: 'attached' })
    expect(await driver.page.locator('svg image').count()).toBe(0)
    await driver.page.getByRole('radio', { name: /A1.*Roof deck/ }).waitFor()
    await looksWellEverywhere(driver.page, 'maps-zones')
    await driver.close()
  },
)

fullTest('a patroller cannot edit maps', async () => {
  const patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  await visitor.page.goto(path())
  await visitor.page.getByText('You don’t have access to this').waitFor()
  await looksWell(visitor.page, 'maps-refused-phone')
  await visitor.close()
})

test('on a phone, each spot in the list of a large lot shows all of its text', async () => {
  const large = await aLot(product.server, { name: 'Large Lot' }, 40)
  await product.server.deps.database.pool.query(
    "update spots set features = '{COVERED,GATED,INDOOR,NEAR_ELEVATOR,NEAR_GATE,HIGH_CLEARANCE}' where lot_id = $1",
    [large.lot_id],
  )
  const driver = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = driver
  await page.goto(`/l/${large.public_id}`)
  await page.getByRole('radio', { name: /Pick a spot on the map/ }).check()
  const spots = page.locator('label:has(input[name="spot_id"])')
  await spots.nth(39).waitFor({ state: 'attached' })
  // What is higher than its box is drawn over the neighbors, at the top and at the bottom.
  const outside = (labels: Element[]) =>
    labels.filter((label) => {
      const box = label.getBoundingClientRect()
      return [...label.children].some((child) => {
        const { top, bottom } = child.getBoundingClientRect()
        return child.tagName !== 'INPUT' && (top < box.top || bottom > box.bottom)
      })
    }).length
  expect(await spots.evaluateAll(outside)).toBe(0)
  await driver.close()
})
