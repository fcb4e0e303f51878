import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { pathIn } from '@openspot/messages/language-paths.ts'
import { localeCookie } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

const english = {
  name: 'Corner Garage',
  description: 'Four covered levels, a block from the trains.',
  house_rules: 'Back in only.\nNo trailers.',
  entry_instructions: 'Turn in at the green awning. The code is 4711.',
}
const theLot = (more = {}): Promise<TestLot> => aLot(product.server, { ...english, ...more }, 4)

test('staff see which texts are missing in which language, write some in Spanish, and lose nothing to a colleague', async () => {
  const lot = await theLot()
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const { page, ...visitor } = await aSignedIn(browser, product, admin)
  await page.goto(`/lots/${lot.lot_id}/settings`)
  const panel = page.getByRole('region', { name: 'Texts in other languages' })
  const language = (name: string) => panel.getByRole('button', { name })
  await expect.poll(() => language('Español').innerText()).toContain('Not started')
  await looksWellEverywhere(page, 'lot-texts-original')
  await language('Español').click()
  await panel.getByLabel('Name').fill('Garaje de la esquina')
  await panel.getByLabel('House rules').fill('Estaciona en reversa.\nSin remolques.')
  await expect.poll(() => language('Español').innerText()).toContain('2 texts missing')
  // A colleague saves something else meanwhile.
  const path = { params: { lot_id: lot.lot_id } }
  await call(updateLotRoute, { ...path, body: { street: '1 W Elm St' } }, as(product, admin))
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Reload settings' }).click()
  await panel.getByRole('button', { name: 'Reload settings' }).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  await language('العربية').click()
  const direction = () => panel.getByLabel('Name').evaluate((field) => getComputedStyle(field).direction)
  await expect.poll(direction).toBe('rtl')
  await panel.getByLabel('Name').fill('مبنى مواقف الزاوية')
  await panel.getByLabel('Description').fill('أربعة طوابق مسقوفة.')
  await panel.getByLabel('Entry instructions').fill('الرمز 4711.')
  await panel.getByLabel('House rules').fill('ممنوع دخول المقطورات.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => language('العربية').innerText()).toContain('Complete')
  await looksWellEverywhere(page, 'lot-texts-arabic')
  await page.reload()
  await expect.poll(() => language('Español').innerText()).toContain('2 texts missing')
  await expect.poll(() => language('العربية').innerText()).toContain('Complete')
  await visitor.close()
})

const texts = {
  'es-US': { name: 'Garaje de la esquina', description: 'Cuatro niveles cubiertos.' },
  'ar-AE': { name: 'مبنى مواقف (الزاوية)', entry_instructions: 'الرمز 4711.' },
}

test('a public page has the lot’s texts in the language of its address, and says which ones are not', async () => {
  const lot = await theLot({ texts: JSON.stringify(texts) })
  const { page, ...visitor } = await aVisitor(browser, product.url, { viewport: phone })
  const path = `/l/${lot.public_id}`
  await page.goto(pathIn('es-US', path))
  await page.getByRole('heading', { level: 1, name: 'Garaje de la esquina' }).waitFor()
  expect(await page.title()).toContain('Garaje de la esquina')
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject(texts['es-US'])
  const rules = page.getByText('Back in only.')
  expect([await rules.getAttribute('lang'), await rules.getAttribute('dir')]).toEqual(['en-US', 'ltr'])
  expect(await page.getByText('Se muestra en inglés').count()).toBe(1)
  expect(await page.getByText('4711').count()).toBe(0)
  await looksWell(page, 'lot-texts-es-lot')
  await page.goto(pathIn('ar-AE', path))
  await page.getByRole('heading', { level: 1, name: texts['ar-AE'].name }).waitFor()
  const description = page.getByText(english.description)
  expect([await description.getAttribute('lang'), await description.getAttribute('dir')]).toEqual([
    'en-US',
    'ltr',
  ])
  await looksWell(page, 'lot-texts-ar-lot')
  // The language of the first address is remembered.
  await page.context().clearCookies()
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: english.name }).waitFor()
  expect(await page.getByText('Shown in').count()).toBe(0)
  await visitor.close()
})

/** Returns the left edges of the characters of a text, in the order in which they are stored. */
const edges = (text: Locator) =>
  text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    if (!node) return []
    return Array.from(node.textContent ?? '', (_, at) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return Math.round(range.getBoundingClientRect().left)
    })
  })
const rises = (numbers: readonly number[]) =>
  numbers.length > 1 && numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? one))

test('a plate runs from left to right and an Arabic name from right to left, on a pass in Arabic and on one in English', async () => {
  const arabic = await theLot({
    name: texts['ar-AE'].name,
    language: 'ar-AE',
    entry_instructions: 'الرمز 4711.',
  })
  const driver = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, 'AB 12-CD')
  const spot_id = arabic.spot_ids[0] ?? ''
  const { id } = await aReservation(product, driver, {
    spot_id,
    ...tomorrow(9, 2),
    payment_method_id,
    car_id,
  })
  for (const locale of ['ar-AE', 'en-US'] as const) {
    const { page, context, ...visitor } = await aSignedIn(browser, product, driver, { viewport: phone })
    await context.addCookies([{ name: localeCookie, value: locale, url: product.url }])
    await page.goto(`/me/reservations/${id}`)
    const pass = page.locator('[data-pass]')
    await pass.getByText('الرمز 4711.').waitFor()
    expect(rises(await edges(pass.locator('[dir="ltr"] > [aria-hidden="true"]').first()))).toBe(true)
    const name = await edges(pass.locator('header bdi').first())
    expect(rises(name.toReversed())).toBe(true)
    const language = translatorFor(locale)('lotTexts.shownIn', { language: 'Arabic' })
    expect(await pass.getByText(language).count()).toBe(locale === 'en-US' ? 1 : 0)
    await looksWell(page, `lot-texts-pass-${locale}`)
    await visitor.close()
  }
})

test('a driver who reads Japanese finds Chicago by its Japanese name, beside which is the English one', async () => {
  await theLot({ texts: JSON.stringify({ 'ja-JP': { name: '角の立体駐車場' } }) })
  const t = translatorFor('ja-JP')
  const { page, ...visitor } = await aVisitor(browser, product.url, { viewport: phone })
  await page.goto(pathIn('ja-JP', '/'))
  await page.getByLabel(t('search.where'), { exact: true }).first().fill('しかご')
  const option = page.getByRole('option', { name: /シカゴ\s*Chicago/ }).first()
  await option.waitFor()
  await looksWell(page, 'lot-texts-ja-places')
  await option.click()
  await page.getByRole('button', { name: t('common.findParking') }).click()
  await page.waitForURL(/\/search|place=/)
  await page.getByRole('link', { name: '角の立体駐車場' }).first().waitFor()
  await looksWell(page, 'lot-texts-ja-results')
  await visitor.close()
})
