import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import type { TestApi } from '../api.ts'
import { appCode } from '../sign-in.ts'
import { aPerson, type Person } from './people.ts'

/** Turns on two-step verification. */
export async function protect(api: TestApi, person: Person): Promise<void> {
  const { secret } = await api.call(startSecondFactorRoute, {}, person.token)
  const code = appCode(secret, api.ports.now())
  await api.call(confirmSecondFactorRoute, { body: { code } }, person.token)
}

/** Creates a platform admin with two-step verification, who signed in just now. */
export async function aProtectedAdmin(api: TestApi): Promise<Person> {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  await protect(api, admin)
  return admin
}
