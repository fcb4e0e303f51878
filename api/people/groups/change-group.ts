import type { Input, Output } from '@openspot/contract/call.ts'
import type {
  createGroupRoute,
  deleteGroupRoute,
  Group,
  patchGroupRoute,
} from '@openspot/contract/people/groups.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { listGroupSpots } from '../../lots/spots/assignments.sql.ts'
import { releaseGroupSpots } from '../../lots/spots/release-group.ts'
import { readName, refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import { refuseIfChanged } from '../../read-before.ts'
import {
  findGroup,
  insertGroup,
  isRuleSet,
  lockGroup,
  lockMembers,
  releaseInvites,
  setGroup,
  updateGroup,
} from './groups.sql.ts'

type Written = Input<typeof patchGroupRoute>['body']

const subjectOf = (id: string) => ({ subject_kind: 'group', subject_id: id })
/** The fields of a group, as calls send them. Its members are in no order. */
const valuesOf = ({ name, unit, rule_set, members }: Group) => ({
  name,
  unit,
  rule_set_id: rule_set?.id ?? null,
  membership_ids: members.map(({ membership_id }) => membership_id).toSorted(),
})
const said = ({ name, unit, rule_set, members }: Group) => ({
  name,
  unit,
  rule_set,
  membership_ids: members.map(({ membership_id }) => membership_id),
})

export async function makeGroup(
  app: FastifyInstance,
  request: FastifyRequest,
  body: Input<typeof createGroupRoute>['body'],
): Promise<Group> {
  const lot_id = lotOf(request)
  const id = app.ports.id()
  const now = app.ports.now()
  const made = await refuseTaken('groups_name', 'name', () =>
    app.db.transaction().execute(async (tx) => {
      const { name, unit = null, rule_set_id = null } = await readFields(tx, lot_id, body)
      await insertGroup(tx, {
        id,
        lot_id,
        name: name ?? '',
        unit,
        rule_set_id,
        created_at: now.toISOString(),
      })
      if (body.membership_ids) await fill(tx, lot_id, id, body.membership_ids, now)
      const group = (await findGroup(tx, lot_id, id, now)) ?? refuse('not_found')
      await writeAudit(tx, request, {
        action: 'group.create',
        ...subjectOf(id),
        details: { after: said(group) },
      })
      return group
    }),
  )
  app.changes.announce(lot_id)
  return made
}

export async function changeGroup(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  { before, ...body }: Written,
): Promise<Group> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  const changed = await refuseTaken('groups_name', 'name', () =>
    app.db.transaction().execute(async (tx) => {
      const columns = await readFields(tx, lot_id, body)
      if (!(await lockGroup(tx, lot_id, id))) refuse('not_found')
      const old = (await findGroup(tx, lot_id, id, now)) ?? refuse('not_found')
      const read = before?.membership_ids
      refuseIfChanged(
        'group_changed',
        read === undefined ? before : { ...before, membership_ids: read.toSorted() },
        valuesOf(old),
      )
      await updateGroup(tx, lot_id, id, columns)
      if (body.membership_ids) await fill(tx, lot_id, id, body.membership_ids, now)
      const group = (await findGroup(tx, lot_id, id, now)) ?? refuse('not_found')
      const details = { before: said(old), after: said(group) }
      await writeAudit(tx, request, { action: 'group.change', ...subjectOf(id), details })
      return group
    }),
  )
  app.changes.announce(lot_id)
  return changed
}

/**
 * Deletes a group. Its members fall under the lot's default rules and are counted individually; invites into it become
 * invites into the lot; existing reservations keep the rules version that they were made under.
 */
export async function dropGroup(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  release: boolean,
): Promise<Output<typeof deleteGroupRoute>> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  const done = await app.db.transaction().execute(async (tx) => {
    if (!(await lockGroup(tx, lot_id, id))) refuse('not_found')
    const old = (await findGroup(tx, lot_id, id, now)) ?? refuse('not_found')
    const { members, open_invites, live_reservations } = old
    const spots = await listGroupSpots(tx, lot_id, id)
    if (!release && members.length + open_invites + spots.length > 0) {
      refuse('group_in_use', {
        details: { members: members.length, open_invites, live_reservations, spots: spots.length },
      })
    }
    const ids = members.map(({ membership_id }) => membership_id)
    await lockMembers(tx, lot_id, { group_id: id, ids }, now)
    await setGroup(tx, lot_id, ids, null, now)
    await releaseInvites(tx, lot_id, id)
    await releaseGroupSpots(tx, lot_id, id, spots, app.ports.now())
    await updateGroup(tx, lot_id, id, { deleted_at: now.toISOString() })
    await writeAudit(tx, request, {
      action: 'group.delete',
      ...subjectOf(id),
      details: { before: said(old) },
    })
    return {
      released_members: members.length,
      released_invites: open_invites,
      released_spots: spots.length,
      kept_reservations: live_reservations,
    }
  })
  app.changes.announce(lot_id)
  return done
}

/** Validates a group's fields against the lot. */
async function readFields(tx: Tx, lot_id: string, { name, unit, rule_set_id }: Written) {
  if (typeof rule_set_id === 'string' && !(await isRuleSet(tx, lot_id, rule_set_id))) {
    refuse('request_invalid', {
      field: 'rule_set_id',
      message: (t) => t('apiErrors.lot.ruleSetUnknown'),
    })
  }
  return {
    ...(name === undefined ? {} : { name: readName(name, 80) }),
    ...(unit === undefined ? {} : { unit: unit?.trim() || null }),
    ...(rule_set_id === undefined ? {} : { rule_set_id }),
  }
}

/** Sets the members of a group to exactly the given ones. Throws instead of moving a member out of another group. */
async function fill(tx: Tx, lot_id: string, group_id: string, ids: readonly string[], now: Date) {
  const field = 'membership_ids'
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const members = await lockMembers(tx, lot_id, { group_id, ids }, now)
  const coming = members.filter(({ id }) => wanted.has(id))
  if (
    coming.length < wanted.size ||
    coming.some(({ status }) => status !== 'ACTIVE' && status !== 'PENDING')
  ) {
    refuse('request_invalid', { field, message: (t) => t('apiErrors.people.groupOfMembers') })
  }
  const elsewhere = coming.filter((each) => each.group_id !== null && each.group_id !== group_id)
  if (elsewhere.length > 0) {
    const names = elsewhere.map(({ id, name }) => ({ membership_id: id, name }))
    refuse('member_in_group', { field, details: { members: names } })
  }
  const gone = members.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
  const added = coming.filter((each) => each.group_id === null).map(({ id }) => id)
  await setGroup(tx, lot_id, gone, null, now)
  await setGroup(tx, lot_id, added, group_id, now)
}
