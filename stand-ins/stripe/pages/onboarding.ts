import type { FastifyInstance } from 'fastify'
import { type Given, setGiven } from '../objects/accounts.ts'
import { attachBank } from '../objects/external-accounts.ts'
import type { Context } from '../state/context.ts'
import { find, lock, save } from '../state/store.ts'
import { test_banks } from '../state/test-tables.ts'
import type { Work } from '../state/work.ts'
import { type Html, html } from './html.ts'
import { layout, message, sendPage } from './layout.ts'
import { notFound, page, redirect, word } from './visit.ts'

/** The page on which a person submits identity and bank details: https://docs.stripe.com/connect/hosted-onboarding */
export function addOnboarding(app: FastifyInstance, context: Context): void {
  page(app, context, '/onboarding/:id', {
    get: async (work, visit) => {
      const link = await find(work, 'account_link', visit.id)
      if (!link) return notFound
      if (isOver(work, link.object.expires_at, link.hidden.used)) return redirect(link.hidden.refresh_url)
      const account = await find(work, 'account', link.hidden.account)
      if (!account || account.deleted) return notFound
      return (reply) => sendPage(reply, 200, onboardingPage(visit.id, account.object.email))
    },
    post: async (work, visit) => {
      const link = await find(work, 'account_link', visit.id, true)
      if (!link) return notFound
      if (isOver(work, link.object.expires_at, link.hidden.used)) return redirect(link.hidden.refresh_url)
      link.hidden.used = true
      await save(work, link, { id: visit.id })
      const given = givenFrom(word(visit.form, 'given'))
      if (given !== 'nothing') await give(work, link.hidden.account, given, word(visit.form, 'bank'))
      return redirect(link.hidden.return_url)
    },
  })

  page(app, context, '/express/:id', {
    get: async () => (reply) =>
      sendPage(
        reply,
        200,
        message(
          'Your payouts',
          'Here the owner would see what was paid out. The stand-in shows nothing more.',
        ),
      ),
    post: async () => notFound,
  })
}

/** A link is valid for one visit and five minutes; after that, Stripe redirects to `refresh_url` for a new one. */
function isOver(work: Work, expires_at: number, used: boolean): boolean {
  return used || expires_at <= work.now
}

async function give(work: Work, id: string, given: Given, bank: string): Promise<void> {
  const account = await lock(work, 'account', id)
  if (given === 'everything' && account.object.external_accounts?.data.length === 0) {
    const known = test_banks.find((one) => one.account_number === bank)
    await attachBank(work, account.object, {
      account_number: known?.account_number ?? '000123456789',
      routing_number: '110000000',
      account_holder_name: 'Jenny Rosen',
      account_holder_type: 'individual',
      country: account.object.country ?? 'US',
      currency: account.object.default_currency ?? 'usd',
    })
  }
  account.object.business_type ??= 'individual'
  account.object.tos_acceptance = { date: work.now }
  await setGiven(work, account, given)
}

function givenFrom(text: string): Given {
  return text === 'everything' || text === 'some' ? text : 'nothing'
}

function onboardingPage(id: string, email: string | null): Html {
  return layout(
    'Receive payouts',
    html`<section class="card">
      <h1>Receive payouts</h1>
      <p>${email ? `For ${email}. ` : ''}Here you would give your name, your address and your bank account. In the stand-in you choose how far you get.</p>
      <form method="post" action="/onboarding/${id}">
        <div class="field">
          <label for="bank">Bank account</label>
          <select id="bank" name="bank">
            <option value="000123456789">000123456789 – payouts arrive</option>
            <option value="000111111116">000111111116 – payouts fail: no such account</option>
            <option value="000111111113">000111111113 – payouts fail: account closed</option>
          </select>
        </div>
        <button name="given" value="everything">Give everything: ready for payouts</button>
        <button name="given" value="some" class="plain">Leave out the bank account: something is missing</button>
        <button name="given" value="nothing" class="plain">Give nothing and go back</button>
      </form>
    </section>`,
  )
}
