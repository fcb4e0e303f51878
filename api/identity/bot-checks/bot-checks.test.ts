import { getBotCheckRoute, reportBotCheckRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { BotChecksStandIn, secretKey, siteKey } from '@openspot/page-vendors-stand-in/bot-checks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

const ours = { kind: 'ALTCHA', site_key: null, script_url: null }

describe.each(['TURNSTILE', 'RECAPTCHA'] as const)('%s', (kind) => {
  let api: TestApi
  let vendor: BotChecksStandIn
  const start = async (secret = secretKey) => {
    api = await testApi(vendor.settingsFor(kind, { secret }))
  }
  beforeEach(async () => {
    vendor = new BotChecksStandIn()
    await vendor.listen()
  })
  afterEach(async () => {
    await api.close()
    await vendor.close()
  })
  const guest = (bot_check: string) => ({
    body: { email: 'guest@people.example', first_name: 'Gil', last_name: 'Example', bot_check },
  })
  /** A token as the widget gets it. */
  const token = async () => ((await (await fetch(`${vendor.url}/token`)).json()) as { token: string }).token
  const report = (reason: 'SCRIPT' | 'WIDGET', from = '203.0.113.7') =>
    fetch(`${api.base}${reportBotCheckRoute.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ reason, code: '400020' }),
    }).then((answer) => answer.json())
  const alerts = async () =>
    (
      await api.deps.database.pool.query<{ event: string; summary: string }>(
        'select event, summary from alerts',
      )
    ).rows

  test('accepts each token of the vendor once and rejects all others with 422 challenge_failed', async () => {
    await start()
    expect(await api.call(getBotCheckRoute, {})).toMatchObject({ kind, site_key: siteKey })
    const given = await token()
    await api.call(startGuestRoute, guest(given))
    for (const wrong of [given, 'made-up', await solvedCheck(api)]) {
      expect(await api.refusal(startGuestRoute, guest(wrong))).toMatchObject({
        status: 422,
        code: 'challenge_failed',
        field: 'bot_check',
        details: { kind },
      })
    }
    expect(await alerts()).toEqual([])
  })

  test('accepts our own puzzle only while the vendor is unreachable', async () => {
    await start()
    vendor.isVerifyingDown = true
    expect(await api.call(getBotCheckRoute, {})).toEqual(ours)
    const refused = await api.refusal(startGuestRoute, guest(await token()))
    expect(refused).toMatchObject({ code: 'challenge_failed', details: { kind: 'ALTCHA' } })
    const own = await solvedCheck(api)
    await api.call(startGuestRoute, guest(own))
    expect((await api.refusal(startGuestRoute, guest(own))).code).toBe('challenge_failed')
    const late = await solvedCheck(api)
    vendor.isVerifyingDown = false
    expect((await api.refusal(startGuestRoute, guest(late))).code).toBe('challenge_failed')
    await api.call(startGuestRoute, guest(await token()))
    expect(api.lines).toContainEqual(expect.objectContaining({ event: 'bot_check_failed', reason: 'VERIFY' }))
  })

  test('with a wrong secret key our own puzzle is used, and the operator is alerted', async () => {
    await start('wrong')
    expect(await api.call(getBotCheckRoute, {})).toEqual(ours)
    await api.call(startGuestRoute, guest(await solvedCheck(api)))
    const refused = await api.refusal(startGuestRoute, guest(await token()))
    expect(refused).toMatchObject({ code: 'challenge_failed', details: { kind: 'ALTCHA' } })
    await expect
      .poll(alerts)
      .toEqual([{ event: 'BOT_CHECK_FAILING', summary: expect.stringContaining(`${kind}_SECRET_KEY`) }])
    expect(JSON.stringify(api.lines)).not.toContain(secretKey)
  })

  test('a browser that cannot load the script gets our own puzzle only if the server cannot load it either', async () => {
    await start()
    expect(await report('SCRIPT')).toMatchObject({ kind })
    expect((await api.refusal(startGuestRoute, guest(await solvedCheck(api)))).code).toBe('challenge_failed')
    vendor.areScriptsDown = true
    expect(await report('SCRIPT')).toEqual(ours)
    await api.call(startGuestRoute, guest(await solvedCheck(api)))
    vendor.areScriptsDown = false
    api.ports.advance({ minutes: 6 })
    expect(await api.call(getBotCheckRoute, {})).toMatchObject({ kind })
  })

  test('a widget that fails at five addresses within an hour alerts the operator, and offers nobody the easier check', async () => {
    await start()
    for (const last of [1, 1, 2, 3, 4])
      expect(await report('WIDGET', `203.0.113.${last}`)).toMatchObject({ kind })
    expect(await alerts()).toEqual([])
    expect(await report('WIDGET', '203.0.113.5')).toMatchObject({ kind })
    await expect
      .poll(alerts)
      .toEqual([{ event: 'BOT_CHECK_FAILING', summary: expect.stringContaining(`${kind}_SITE_KEY`) }])
  })
})
