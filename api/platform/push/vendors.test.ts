import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { Agent } from 'node:https'
import { connect } from 'node:tls'
import {
  createPushDeviceRoute,
  getNotificationSettingsRoute,
  testPushDeviceRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { MessagingServer } from '@openspot/messaging-stand-in/server.ts'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getMessaging } from 'firebase-admin/messaging'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { certificate, certificateKey } from '../../people/connectors/reading/testing/certificate.ts'
import { secretsFrom } from '../../secrets.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { aBrowser, anApp, type Messengers, startMessengers } from './testing/messaging.ts'
import { vapidKey } from './vapid.ts'

const opened: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const one of opened) await one.close()
})
async function started(...given: Parameters<typeof startMessengers>): Promise<Messengers> {
  const all = await startMessengers(...given)
  opened.push(all)
  return all
}

/** The end of a test notification to an app. */
async function endOf(all: Messengers, device_id: string, token: string) {
  await all.api.call(testPushDeviceRoute, { params: { push_device_id: device_id } }, token)
  await all.api.runJobs()
  const { rows } = await all.api.deps.database.pool.query(
    'select state, dropped_because, error from push_messages order by created_at desc, id desc limit 1',
  )
  return rows[0]
}

describe('Firebase Cloud Messaging', () => {
  test('without a key, apps can’t register, and what was registered before is not sent', async () => {
    const all = await started({ vendors: [] })
    const person = await aPerson(all.api)
    const settings = await all.api.call(getNotificationSettingsRoute, {}, person.token)
    expect(settings.is_fcm_available).toBe(false)
    const body = { kind: 'FCM' as const, token: all.server.fcm.register() }
    expect(await all.api.refusal(createPushDeviceRoute, { body }, person.token)).toMatchObject({
      code: 'push_unavailable',
    })
  })

  test('with a wrong key, a push waits and the operator is alerted', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const wrong = {
      project_id: 'openspot-stand-in',
      client_email: 'sender@openspot-stand-in.iam.gserviceaccount.com',
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    }
    const elsewhere = new MessagingServer()
    opened.push(elsewhere)
    const all = await started()
    const { fcm } = all.api.deps.messaging
    if (fcm !== null) fcm.service_account = { ...fcm.service_account, ...wrong }
    const person = await aPerson(all.api)
    const { device_id } = await anApp(all, person)
    expect(await endOf(all, device_id, person.token)).toEqual({
      state: 'WAITING',
      dropped_because: null,
      error: 'Google answered 400 to the key of the service account.',
    })
    const { rows } = await all.api.deps.database.pool.query(`select event from alerts`)
    expect(rows).toEqual([{ event: 'FCM_REFUSED' }])
    expect(JSON.stringify([all.api.lines, rows])).not.toContain(wrong.private_key.slice(40, 80))
  })

  test('when Google is down, a push waits', async () => {
    const all = await started()
    const person = await aPerson(all.api)
    const { device_id } = await anApp(all, person)
    await all.server.close()
    expect(await endOf(all, device_id, person.token)).toMatchObject({
      state: 'WAITING',
      error: 'The connection to the vendor failed (ECONNREFUSED).',
    })
  })
})

describe('Web Push', () => {
  test('makes its key on first use, once, and stores it encrypted', async () => {
    const all = await started({ vendors: [] })
    const { database, ports, secrets } = all.api.deps
    const deps = { pool: database.pool, ports, secrets }
    const keys = await Promise.all([vapidKey(deps), vapidKey(deps), vapidKey(deps)])
    expect(new Set(keys.map(({ public_key }) => public_key)).size).toBe(1)
    const { rows } = await database.pool.query(`select value from server_secrets where name = 'vapid'`)
    expect(secrets.unseal('vapid key', rows[0].value)).toContain('"crv":"P-256"')
    expect(Buffer.from(rows[0].value, 'base64url').toString('latin1')).not.toContain('P-256')
  })

  test('keeps its key when the secret is replaced, if the previous one is known, and is unavailable otherwise', async () => {
    const all = await started({ vendors: [] })
    const { database, ports } = all.api.deps
    const { pool } = database
    const { public_key } = await vapidKey({
      pool,
      ports,
      secrets: secretsFrom('first secret of this server'),
    })
    const second = secretsFrom('second secret of this server', ['first secret of this server'])
    expect((await vapidKey({ pool, ports, secrets: second })).public_key).toBe(public_key)
    // It was encrypted again, so the first secret is no longer needed.
    const alone = secretsFrom('second secret of this server')
    expect((await vapidKey({ pool, ports, secrets: alone })).public_key).toBe(public_key)
    const { token } = await aPerson(all.api)
    expect((await all.api.call(getNotificationSettingsRoute, {}, token)).push_key).toBe(null)
  })

  test('with a key that a subscription was not made for, a push waits and the operator is alerted', async () => {
    const all = await started()
    const person = await aPerson(all.api)
    const { device_id, token } = await aBrowser(all, person)
    all.server.push.subscribe(token, 'the key of another server')
    expect(await endOf(all, device_id, person.token)).toMatchObject({
      state: 'WAITING',
      error: 'The push service answered 403.',
    })
  })

  test('when the push service is down, a push waits', async () => {
    const all = await started()
    const person = await aPerson(all.api)
    const { device_id } = await aBrowser(all, person)
    await all.server.close()
    expect(await endOf(all, device_id, person.token)).toMatchObject({ state: 'WAITING' })
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://localhost/push',
    'http://127.0.0.1:5432/',
    'https://10.0.0.8/push',
    'https://[::1]/push',
  ])('never calls %s, which a browser could not have got from a push service', async (endpoint) => {
    const all = await started()
    const person = await aPerson(all.api)
    const { device_id } = await aBrowser(all, person)
    await all.api.deps.database.pool.query('update push_devices set push_token = $1 where id = $2', [
      endpoint,
      device_id,
    ])
    expect(await endOf(all, device_id, person.token)).toMatchObject({
      state: 'FAILED',
      error: 'The address of the vendor is in a private network.',
    })
  })
})

describe('the stand-in and Google’s own client', () => {
  /** The client asks for access tokens at an address that is built in, so it gets a credential that asks the stand-in. */
  async function aSdk(pem?: string) {
    const server = new MessagingServer()
    opened.push(server)
    const port = await server.listen()
    const token_uri = `http://127.0.0.1:${port}/token`
    const secure = await server.listenSecure({ key: certificateKey, cert: certificate })
    const { client_email, private_key } = server.fcm.serviceAccount('')
    const credential = {
      async getAccessToken() {
        const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-platform' })
          .setProtectedHeader({ alg: 'RS256' })
          .setIssuer(client_email)
          .setAudience(token_uri)
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(createPrivateKey(pem ?? private_key))
        const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
        const body = new URLSearchParams({ grant_type, assertion })
        const answer = await fetch(token_uri, { method: 'POST', body })
        if (!answer.ok) throw new Error(`Google answered ${answer.status}.`)
        return (await answer.json()) as { access_token: string; expires_in: number }
      },
    }
    // So is the address of messages, but it lets us open the connections.
    const httpAgent = Object.assign(new Agent(), {
      createConnection: () =>
        connect({ host: '127.0.0.1', port: secure, ca: certificate, servername: 'vendor.example' }),
    })
    const projectId = 'openspot-stand-in'
    const app = initializeApp({ credential, httpAgent, projectId }, `app ${opened.length}`)
    opened.push({ close: () => deleteApp(app) })
    return { server, messaging: getMessaging(app) }
  }
  const message = (token: string) => ({
    token,
    notification: { title: 'Ends soon', body: 'Your time ends in 15 minutes.' },
    data: { url: '/me' },
  })

  test('agree on a message', async () => {
    const { server, messaging } = await aSdk()
    const token = server.fcm.register()
    expect(await messaging.send(message(token))).toBe('projects/openspot-stand-in/messages/1')
    expect(server.fcm.messages).toMatchObject([message(token)])
  })

  test('agree on an app that is gone, and on a token that is none', async () => {
    const { server, messaging } = await aSdk()
    const token = server.fcm.register()
    server.fcm.unregister(token)
    await expect(messaging.send(message(token))).rejects.toMatchObject({
      code: 'messaging/registration-token-not-registered',
    })
    await expect(messaging.send(message('nonsense'))).rejects.toMatchObject({
      code: 'messaging/invalid-argument',
    })
  })

  test('agree on a wrong key, and on a refused access token', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const wrong = await aSdk(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
    await expect(wrong.messaging.send(message(wrong.server.fcm.register()))).rejects.toThrow(
      'Google answered 400.',
    )
    const refused = await aSdk()
    refused.server.set('FCM', { deny: true })
    await expect(refused.messaging.send(message(refused.server.fcm.register()))).rejects.toMatchObject({
      code: 'messaging/third-party-auth-error',
    })
  })

  test('agree on a service that is down', async () => {
    const { server, messaging } = await aSdk()
    const token = server.fcm.register()
    server.set('FCM', { status: 500 })
    await expect(messaging.send(message(token))).rejects.toMatchObject({ code: 'messaging/internal-error' })
    expect(server.fcm.messages).toEqual([])
  })
})
