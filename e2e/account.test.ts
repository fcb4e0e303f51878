import { aPerson } from '@openspot/api/testing/factories/people.ts'
import { appCode } from '@openspot/api/testing/sign-in.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { signUp } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

const password = 'park me if you can'

/** Signs a person up and confirms the address in the same browser. */
async function anAccount(page: Page, person: { first_name: string; email: string }): Promise<void> {
  await signUp(page, person)
  await page.goto(await linkSentTo(product, person.email))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.waitForURL(/\/me$/)
}

async function signIn(page: Page, email: string, word = password): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(word)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = async (page: Page) => {
  await page.goto('/me/profile')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

fullTest('creates a passkey on the profile and signs in with it without a password', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  const device = await visitor.context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await anAccount(page, { first_name: 'Pia', email: 'pia@account.example' })
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Device name').fill('Pia’s laptop')
  await looksWell(page, 'passkey-new-desk')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('Not used yet').waitFor()
  await looksWell(page, 'profile-passkey-desk')
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(/\/me$/)
  await page.goto('/me/profile')
  await page.getByText(/with a passkey/).waitFor()
  await page.getByRole('button', { name: 'Remove: Pia’s laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No passkeys yet').waitFor()
  await visitor.close()
})

fullTest(
  'turns on two-step verification, signs in with a code, and signs in with a backup code',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    const email = 'tom@account.example'
    await anAccount(page, { first_name: 'Tom', email })
    await page.goto('/me/profile')
    await page.getByRole('button', { name: 'Turn on' }).click()
    const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
    await looksWell(page, 'second-step-set-phone')
    const code = () => appCode(secret, product.server.deps.ports.now())
    const used = code()
    await page.getByLabel('6-digit code').fill(used)
    await page.getByRole('dialog').getByRole('button', { name: 'Verify and turn on' }).click()
    const backup =
      (await page
        .getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
        .first()
        .textContent()) ?? ''
    await looksWell(page, 'backup-codes-phone')
    await page.getByRole('button', { name: 'I saved my codes' }).click()
    await page.getByText('10 backup codes left').waitFor()
    await signOut(page)

    await signIn(page, email)
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
    await looksWell(page, 'second-step-phone')
    // The code that turned it on is used up.
    await page.getByLabel('Code').fill(used)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/The code is incorrect or was already used/).waitFor()
    await page.getByLabel('Code').fill(backup)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/me$/)
    await page.goto('/me/profile')
    await page.getByText('9 backup codes left').waitFor()
    await visitor.close()
  },
)

test('resets a forgotten password, and asks for the bot check after wrong attempts', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  const email = 'fred@account.example'
  await anAccount(page, { first_name: 'Fred', email })
  await signOut(page)
  for (let i = 0; i < 3; i++) {
    await signIn(page, email, `wrong ${i} and long`)
    await page.getByText(/do not match an account/).waitFor()
  }
  await signIn(page, email)
  await page.getByText(/Several sign-in attempts failed/).waitFor()
  await page.getByText('Verified').first().waitFor()
  await looksWell(page, 'sign-in-check-desk')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await looksWell(page, 'reset-ask-desk')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('Check your email').waitFor()
  await page.goto(await linkSentTo(product, email, '/sign-in/reset'))
  await page.getByLabel('New password').fill('another way to park')
  await looksWell(page, 'reset-desk')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL(/\/me$/)
  await visitor.close()
})

fullTest('a guest returns by a link and turns the booking into an account', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  const email = 'gil@account.example'
  await product.server.deps.database.db
    .insertInto('users')
    .values({ contact_email: email, first_name: 'Gil', account_status: 'GHOST' })
    .execute()
  await page.goto('/claim')
  await page.getByLabel('Email').fill(email)
  await page.getByText('Verified').first().waitFor()
  await looksWell(page, 'claim-ask-phone')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Check your email').waitFor()
  await page.goto(await linkSentTo(product, email))
  await page.getByRole('button', { name: 'View reservations' }).click()
  await page.waitForURL(/\/me$/)
  await page.goto('/claim')
  await page.getByLabel('Password (optional)').fill('a guest no more')
  await looksWell(page, 'claim-phone')
  await page.getByRole('button', { name: 'Save to account' }).click()
  await page.waitForURL(/\/me$/)
  await signOut(page)
  await signIn(page, email, 'a guest no more')
  await page.waitForURL(/\/me$/)
  await visitor.close()
})

fullTest(
  'confirming a sign-up in another browser asks for a password and signs the first browser out',
  async () => {
    const email = 'vera@account.example'
    const early = await aVisitor(browser, product.url)
    await signUp(early.page, { first_name: 'Vera', email })
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    await page.goto(await linkSentTo(product, email))
    await looksWell(page, 'confirm-email-phone')
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await looksWell(page, 'choose-password-phone')
    await page.getByLabel('New password').fill('password123')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText(/one of the most common passwords/).waitFor()
    await page.getByLabel('New password').fill('another way to park')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL(/\/me$/)
    await early.page.goto('/me/profile')
    await early.page.waitForURL(/\/sign-in/)
    await early.close()
    await visitor.close()
  },
)

fullTest('a change of the email address can be stopped from the old address', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  const email = 'olga@account.example'
  await anAccount(page, { first_name: 'Olga', email })
  await page.goto('/me/profile')
  await page.getByLabel('Email').fill('thief@evil.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto(await linkSentTo(product, email, '/sign-in/stop'))
  await page.getByRole('button', { name: 'Stop this change' }).waitFor()
  await looksWell(page, 'stop-change-phone')
  await page.getByRole('button', { name: 'Stop this change' }).click()
  await page.getByText('The change was stopped').waitFor()
  await looksWell(page, 'stop-change-done-phone')
  expect(await linkSentTo(product, email, '/sign-in/reset')).not.toBe('')
  await page.goto('/me/profile')
  await page.waitForURL(/\/sign-in/)
  await visitor.close()
})

test('a new user is asked to confirm the address and can request the link again', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await signUp(page, { first_name: 'Nora', email: 'nora@account.example' })
  await page.goto('/me')
  await page.getByText('those reservations appear here after you confirm it', { exact: false }).waitFor()
  await looksWell(page, 'reservations-unconfirmed-phone')
  await page.goto('/me/profile')
  await looksWell(page, 'profile-unconfirmed-phone')
  await page.getByRole('link', { name: 'Email me a link' }).click()
  // The profile has a heading of the same name.
  await page.waitForURL((url) => url.pathname === '/claim')
  await page.getByRole('heading', { name: 'Confirm your email' }).waitFor()
  await looksWell(page, 'confirm-again-phone')
  // The page responds to clicks once it shows who is signed in.
  await page.getByText('NE', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('Check your email').waitFor()
  await visitor.close()
})

fullTest(
  'a phone number is formatted while it is typed, and the caret stays where it is changed in the middle',
  async () => {
    const visitor = await aVisitor(browser, product.url)
    const { page } = visitor
    await anAccount(page, { first_name: 'Pia', email: 'pia@account.example' })
    await page.goto('/me/profile')
    const field = page.getByLabel('Phone')
    await field.pressSequentially('3125550142')
    expect(await field.inputValue()).toBe('(312) 555-0142')
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace', '6'])
      await page.keyboard.press(key)
    expect(await field.inputValue()).toBe('(312) 5560142')
    expect(await field.evaluate((one: HTMLInputElement) => one.selectionStart)).toBe('(312) 556'.length)
    for (const key of ['End', 'Backspace', '3']) await page.keyboard.press(key)
    expect(await field.inputValue()).toBe('(312) 556-0143')
    await visitor.close()
  },
)

fullTest('ends other devices, downloads a copy of the data, and deletes the account', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  const email = 'dora@account.example'
  await anAccount(page, { first_name: 'Dora', email })
  const other = await aVisitor(browser, product.url)
  await signIn(other.page, email)
  await other.page.waitForURL(/\/me$/)
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText('1 other session was ended.').waitFor()
  await other.page.goto('/me/profile')
  await other.page.waitForURL(/\/sign-in/)
  await other.close()
  await page.getByLabel('Phone').fill('312 555 0142')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Profile saved', { exact: true }).waitFor()
  expect(await page.getByLabel('Phone').inputValue()).toBe('(312) 555-0142')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('openspot-my-data.json')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Type “delete” to confirm').fill('delete')
  await looksWell(page, 'erase-desk')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, email)
  await page.getByText(/do not match an account/).waitFor()
  await visitor.close()
})

fullTest('sign-in and profile are accessible and fit the screen', async () => {
  const person = await aPerson(product.server)
  const stranger = await aVisitor(browser, product.url)
  await stranger.page.goto('/sign-in')
  await stranger.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await looksWellEverywhere(stranger.page, 'sign-in')
  await stranger.close()
  const visitor = await aSignedIn(browser, product, person)
  await visitor.page.goto('/me/profile')
  await visitor.page.getByText('Active sessions').waitFor()
  await looksWellEverywhere(visitor.page, 'profile')
  await visitor.close()
})

fullTest('an old sign-in must be renewed for sensitive actions and then returns to the page', async () => {
  const person = await aPerson(product.server)
  await product.server.deps.database.pool.query(
    `update sessions set signed_in_at = signed_in_at - interval '1 hour' where user_id = $1`,
    [person.user_id],
  )
  const visitor = await aSignedIn(browser, product, person, { viewport: desk })
  await visitor.page.goto('/me/profile')
  // The sessions are loaded by the browser: once they are shown, the page reacts to its buttons.
  await visitor.page.getByText('this session').waitFor()
  await visitor.page.getByRole('button', { name: 'Download my data' }).click()
  await visitor.page.getByRole('link', { name: 'Sign in' }).click()
  await visitor.page.waitForURL(/\/sign-in\?next=%2Fme%2Fprofile/)
  await visitor.close()
})
