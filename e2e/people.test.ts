import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import {
  addMemberRoute,
  listMembersRoute,
  rotateJoinCodeRoute,
} from '@openspot/contract/people/memberships.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser, type Visitor } from './testing/browser.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let context: { deps: Product['server']['deps'] }

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  context = { deps: product.server.deps }
  lot = await aLot(context, { name: 'Wells Street Lot' }, 12)
  admin = await aMember(context, lot.lot_id, 'SUPER_ADMIN')
})

afterAll(() => product?.close())

const enter = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)
const console_ = (section: string) => `/lots/${lot.lot_id}/${section}`

/** Returns the link of the latest invite email to an address. */
async function invitedBy(email: string): Promise<string> {
  const { body_text } = await product.server.deps.database.db
    .selectFrom('emails')
    .select('body_text')
    .where('to_address', '=', email)
    .where('kind', '=', 'invite')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/invite\/\w+/.exec(body_text)?.[0] ?? ''
}

fullTest(
  'a join request is approved, and the member becomes a patroller, joins a group, and is removed',
  async () => {
    const driver = await aPerson(context, { first_name: 'Dora' })
    await addCarOf(product, driver, 'DOR 4A')
    await call(addMemberRoute, { params: { lot_id: lot.lot_id }, body: {} }, as(product, driver))
    const visitor = await enter(admin)
    const { page } = visitor
    await page.goto(console_('members'))
    await page.getByRole('button', { name: 'Status: Any status' }).click()
    await page.getByRole('menuitemradio', { name: 'Awaiting approval' }).click()
    await page.getByText('1 person', { exact: true }).waitFor()
    await looksWell(page, 'members-desk')
    await page.getByRole('link', { name: 'Dora Example' }).click()
    await page.getByRole('heading', { name: 'Dora Example' }).waitFor()
    await page.getByRole('button', { name: 'Approve request' }).click()
    await page.getByText('Active').waitFor()
    await page.getByLabel('Role').selectOption('Patroller')
    await page.getByText('Can monitor the lot and look up plates.').waitFor()
    await looksWell(page, 'member-desk')

    await page.getByText('Not used yet').click()
    await page.getByRole('link', { name: 'Groups' }).click()
    await page.getByText('No groups yet').waitFor()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Miller')
    await page.getByLabel('Unit').fill('7B')
    await page.getByRole('combobox', { name: 'Members' }).fill('dora')
    await page.getByRole('option', { name: /Dora Example/ }).click()
    await page.keyboard.press('Tab')
    await looksWell(page, 'group-dialog-desk')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row', { name: /Miller.*7B.*Dora Example/ }).waitFor()
    await looksWell(page, 'groups-desk')
    await page.getByRole('link', { name: 'Dora Example' }).click()
    await page.getByRole('button', { name: 'Remove from lot' }).click()
    await page.getByText(/They lose their role and group immediately/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from lot' }).click()
    await page.getByRole('button', { name: 'Restore membership' }).waitFor()
    // The removal is cleared, and then requests are blocked again.
    await page.getByRole('button', { name: 'Allow new requests' }).click()
    await page.getByRole('button', { name: 'Block requests' }).click()
    await page.getByText('They can’t request to join again until you allow it.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Block requests' }).click()
    await page.getByRole('button', { name: 'Restore membership' }).waitFor()
    await visitor.close()
  },
)

test('an email invite can be accepted only by its recipient', async () => {
  const visitor = await enter(admin)
  const { page } = visitor
  const guest = await aPerson(context, { first_name: 'Gus' })
  await page.goto(console_('invites'))
  await page.getByText('No invites yet').waitFor()
  await looksWell(page, 'invites-empty-desk')
  await page.getByRole('button', { name: 'Invite person' }).first().click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(guest.email)
  await page.getByLabel('Role').selectOption('Admin')
  await page.getByRole('combobox', { name: 'Assigned spot' }).fill('A2')
  await page.getByRole('option', { name: 'A2', exact: true }).click()
  await looksWell(page, 'invite-dialog-desk')
  await page.getByRole('button', { name: 'Send invite' }).click()
  await page.getByRole('row', { name: new RegExp(`${guest.email}.*Open.*Admin.*A2`) }).waitFor()
  const path = await invitedBy(guest.email)
  const other = await enter(await aPerson(context), { viewport: phone })
  await other.page.goto(path)
  await other.page.getByText('This invite is for someone else').waitFor()
  await looksWell(other.page, 'invite-other-phone')
  await other.close()
  const theirs = await enter(guest, { viewport: phone })
  await theirs.page.goto(path)
  await looksWell(theirs.page, 'invite-phone')
  await theirs.page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await theirs.page.getByText('You joined Wells Street Lot').waitFor()
  await looksWell(theirs.page, 'invite-joined-phone')
  await theirs.page.getByRole('link', { name: 'Open console' }).click()
  await theirs.page.waitForURL((url) => url.pathname.startsWith('/lots/'))
  await theirs.close()
  // The staff list updates automatically.
  await page.getByRole('row', { name: /Accepted/ }).waitFor()
  await visitor.close()
})

test('a member who joins with a spot is led to it, and to adding a vehicle', async () => {
  const guest = await aPerson(context, { first_name: 'Rita' })
  await call(
    createInviteRoute,
    { body: { lot_id: lot.lot_id, email: guest.email, role: 'MEMBER', spot_id: lot.spot_ids[2] ?? '' } },
    as(product, admin),
  )
  const theirs = await enter(guest, { viewport: phone })
  await theirs.page.goto(await invitedBy(guest.email))
  await theirs.page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await theirs.page.getByRole('link', { name: 'Add vehicle' }).waitFor()
  await theirs.page.getByRole('link', { name: 'Manage spot A3' }).click()
  await theirs.page.waitForURL(/\/me\/spots/)
  await theirs.page.getByRole('heading', { name: 'Spot A3' }).waitFor()
  await theirs.close()
})

fullTest('a table of invites is checked, corrected, and sent', async () => {
  const visitor = await enter(admin)
  const { page } = visitor
  await page.goto(console_('invites/many'))
  await page
    .getByLabel('Or paste rows')
    .fill('email,first_name,role,spot\none@people.example,One,,A4\nnobody,Two,king,Z9\n')
  await page.getByRole('button', { name: 'Preview invites' }).click()
  await page.getByText('1 person is ready to invite. 1 row needs changes.').waitFor()
  await page.getByText('Columns are separated by commas.').waitFor()
  await page.getByText(/This is not a valid email address/).waitFor()
  await looksWell(page, 'invites-many-desk')
  await page.getByRole('button', { name: 'Invite 1 person and skip the rest' }).click()
  await page.getByText('1 person was invited.').waitFor()
  await page.getByRole('link', { name: 'Back to invites' }).click()
  await page.getByRole('row', { name: /One, one@people.example/ }).waitFor()
  await page.getByRole('button', { name: 'Invite person' }).click()
  await page.getByLabel('Invite by').selectOption('Link for multiple people')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  await looksWell(page, 'invite-link-desk')
  await visitor.close()
  const anybody = await aPerson(context)
  const joins = await enter(anybody, { viewport: phone })
  await joins.page.goto(new URL(link).pathname)
  await joins.page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await joins.page.getByText('You joined Wells Street Lot').waitFor()
  await joins.close()
})

fullTest('a driver joins by code, leaves, and asks to come back', async () => {
  const { code } = await call(rotateJoinCodeRoute, { params: { lot_id: lot.lot_id } }, as(product, admin))
  const driver = await aPerson(context, { first_name: 'Lea' })
  const visitor = await enter(driver, { viewport: phone })
  const { page } = visitor
  await page.goto('/me/lots')
  await page.getByText('No lots yet').waitFor()
  await page.getByRole('textbox', { name: 'Join code' }).fill('WRONG-CODE2')
  await page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await page.getByText(/No lot has this join code/).waitFor()
  await page.getByRole('textbox', { name: 'Join code' }).fill((code ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await looksWell(page, 'my-lots-phone')
  await page.getByRole('button', { name: 'Leave lot: Wells Street Lot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave lot' }).click()
  await page.getByText('You left this lot.').waitFor()
  await page.getByRole('button', { name: 'Request to join again' }).click()
  await page.getByText('You requested to join again.').waitFor()
  await visitor.close()
})

fullTest('vehicles with similar plates are shown to staff and owner and can be corrected', async () => {
  const one = await aMember(context, lot.lot_id, 'MEMBER')
  const two = await aMember(context, lot.lot_id, 'MEMBER')
  await addCarOf(product, one, 'BOS 108')
  await addCarOf(product, two, '80S I0B')
  const visitor = await enter(admin)
  const { page } = visitor
  await page.goto(console_('cars'))
  await page.getByRole('button', { name: 'Plates: All vehicles' }).click()
  await page.getByRole('menuitemradio', { name: 'Look-alike plates' }).click()
  await page.getByText('2 vehicles', { exact: true }).waitFor()
  await looksWell(page, 'lot-cars-desk')
  await page.getByRole('button', { name: 'Correct 80S I0B' }).click()
  await page.getByLabel('License plate', { exact: true }).fill('XYZ 1')
  await looksWell(page, 'lot-car-dialog-desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Recorded by staff as').waitFor()
  await looksWell(page, 'lot-cars-recorded-desk')
  await visitor.close()
  // The owner of the vehicle is asked, and the vehicle changes once they accept.
  const owner = await enter(two, { viewport: phone })
  await owner.page.goto('/me/cars')
  await owner.page.getByText(/recorded your vehicle/).waitFor()
  await looksWell(owner.page, 'my-cars-recorded-phone')
  await owner.page.getByRole('button', { name: 'Accept XYZ 1' }).click()
  await owner.page.getByRole('button', { name: 'Edit XYZ 1' }).waitFor()
  await owner.close()
  const driver = await enter(one, { viewport: phone })
  await driver.page.goto('/me/cars')
  await driver.page.getByRole('button', { name: 'Add vehicle' }).click()
  await driver.page.getByLabel('License plate', { exact: true }).fill('B0S 1O8')
  await driver.page.getByRole('button', { name: 'Save vehicle' }).click()
  await driver.page.getByText(/This plate looks like BOS 108/).waitFor()
  await looksWell(driver.page, 'my-cars-phone')
  await driver.page.getByRole('button', { name: 'Edit B0S 1O8' }).click()
  await driver.page.getByLabel('Temporary plate valid through').fill('2099-01-31')
  await driver.page.getByRole('button', { name: 'Save vehicle' }).click()
  await driver.page.getByText(/emporary plate, valid through/).waitFor()
  await driver.close()
})

fullTest('staff assign a spot to a member and book for a member, both found by name', async () => {
  const zoe = await aMember(context, lot.lot_id, 'MEMBER')
  const { db } = product.server.deps.database
  await db.updateTable('users').set({ first_name: 'Zoe' }).where('id', '=', zoe.user_id).execute()
  const visitor = await enter(admin)
  const { page } = visitor
  await page.goto(console_(`spots/${lot.spot_ids[5]}`))
  await page.getByRole('button', { name: 'Edit spot' }).click()
  await page.getByRole('combobox', { name: 'Assigned to' }).fill('zoe')
  await page.getByRole('option', { name: /Zoe Example/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Zoe Example').first().waitFor()
  await page.goto(console_(`reservations/new?user_id=${zoe.user_id}`))
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Member' }).inputValue())
    .toContain('Zoe Example')
  await looksWell(page, 'book-for-member-desk')
  await page.getByRole('radio', { name: /^Free\. The driver must accept it/ }).check()
  await page.getByRole('button', { name: /^Create reservation$/ }).click()
  await page.waitForURL(/reservations\/[0-9a-f-]{36}/)
  await page.getByText('Zoe Example').first().waitFor()
  await visitor.close()
})

fullTest(
  'member screens are accessible and fit the screen in every look, and patrollers see less',
  async () => {
    const patroller = await aMember(context, lot.lot_id, 'PATROLLER')
    const { items } = await call(
      listMembersRoute,
      { params: { lot_id: lot.lot_id }, query: { q: 'Zoe' } },
      as(product, admin),
    )
    const visitor = await enter(admin)
    const { page } = visitor
    for (const section of [
      'members',
      `members/${items[0]?.user_id}`,
      'residents',
      'groups',
      'invites',
      'cars',
    ]) {
      await page.goto(console_(section))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await looksWellEverywhere(page, `people-${section.slice(0, 8).replace('/', '-')}`)
    }
    await page.goto('/me/lots')
    await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
    await looksWellEverywhere(page, 'people-my-lots')
    await visitor.close()
    const patrol = await enter(patroller)
    await patrol.page.goto(console_('members'))
    await patrol.page.getByRole('columnheader', { name: 'License plates' }).waitFor()
    expect(await patrol.page.getByRole('columnheader').count()).toBe(2)
    await patrol.page.goto(console_('groups'))
    await patrol.page.getByText('You don’t have access to this').waitFor()
    await patrol.close()
  },
)
