import type { TestApi } from '../api.ts'
import type { DescribedCall } from '../described.ts'
import { type Everything, everythingIn } from '../factories/everything.ts'
import { aMember, anotherSession, aPerson, type Person } from '../factories/people.ts'

/** The kinds of callers. `resource_owner` and `host` belong to the lot's reservation; all others are new each time. */
export const callers = [
  'nobody',
  'resource_owner',
  'host',
  'MEMBER',
  'PATROLLER',
  'ADMIN',
  'SUPER_ADMIN',
  'platform_admin',
  'admin_of_both',
] as const
export type Caller = (typeof callers)[number]

/** Returns the kinds of callers that a route's grants allow. */
export function allowedBy({ access, subject }: DescribedCall): Caller[] {
  const isOfSpot = ['spot', 'availability'].includes(subject[0]?.kind ?? '')
  const who: Record<string, Caller> = {
    anonymous: 'nobody',
    user: 'resource_owner',
    resource_owner: isOfSpot ? 'host' : 'resource_owner',
    host: 'host',
    member: 'MEMBER',
    patroller: 'PATROLLER',
    admin: 'ADMIN',
    super_admin: 'SUPER_ADMIN',
    platform_admin: 'platform_admin',
  }
  return access.flatMap((grant) => {
    if (grant.endsWith('[both_lots]')) return ['admin_of_both'] as const
    return who[grant.split('[')[0] ?? ''] ?? []
  })
}

/** Returns the token of such a caller, or null for an anonymous one. */
export async function tokenOf(api: TestApi, who: Caller, things: Everything): Promise<string | null> {
  const { lot, ids, resource_owner: owner, host } = things
  switch (who) {
    case 'nobody':
      return null
    case 'resource_owner':
      return owner.token
    case 'host':
      return host.token
    case 'platform_admin':
      return (await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })).token
    case 'admin_of_both': {
      const person = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
      await api.deps.database.pool.query(
        `insert into memberships (lot_id, user_id, role, status) values ($1, $2, 'SUPER_ADMIN', 'ACTIVE')`,
        [ids['from_lot_id'], person.user_id],
      )
      return person.token
    }
    default:
      return (await aMember(api, lot.lot_id, who)).token
  }
}

/** Returns the lots to call about. Callers whose session ended sign in again, and erased ones are created again. */
export async function worldsOf(api: TestApi) {
  const worlds = [await everythingIn(api, false), await everythingIn(api, true)]
  const at = (nth: number): Everything => {
    const world = worlds[nth % worlds.length]
    if (!world) throw new Error('There is no lot.')
    return world
  }

  /** Returns whether the person can call again, with a new session if necessary. */
  async function revive(person: Person): Promise<boolean> {
    const { rows } = await api.deps.database.pool.query<{ account_status: string; is_open: boolean }>(
      `select u.account_status, exists (select from sessions s where s.user_id = u.id and s.token_hash = sha256($2::bytea)
         and s.revoked_at is null and s.expires_at > $3) as is_open
       from users u where u.id = $1`,
      [person.user_id, Buffer.from(person.token), api.ports.now().toISOString()],
    )
    const [state] = rows
    if (state?.account_status !== 'ACTIVE') return false
    if (!state.is_open) person.token = await anotherSession(api, person.user_id)
    return true
  }

  return {
    all: worlds,
    at,
    /** Returns a lot whose people can call, created again if one of them is gone. */
    async alive(nth: number): Promise<Everything> {
      const world = at(nth)
      if ((await revive(world.resource_owner)) && (await revive(world.host))) return world
      return this.renew(nth)
    },
    async renew(nth: number): Promise<Everything> {
      worlds[nth % worlds.length] = await everythingIn(api, nth % worlds.length === 1)
      return at(nth)
    },
  }
}
export type Worlds = Awaited<ReturnType<typeof worldsOf>>
