import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  assignErrorRoute,
  getErrorEventRoute,
  getErrorGroupRoute,
  listErrorEventsRoute,
  listErrorGroupsRoute,
  muteErrorRoute,
  reopenErrorRoute,
  resolveErrorRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { findAssignee, insertActivity, lockGroup, setAssignee, setStatus } from './decisions.sql.ts'
import { findEvent, listEvents } from './events.sql.ts'
import { findGroup, listGroups } from './groups.sql.ts'
import { notifyAssignee } from './notify-errors.ts'

type Group = NonNullable<Awaited<ReturnType<typeof lockGroup>>>

/** Errors, and what platform administrators decide about them. */
export const errorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const show = async (group_id: string) =>
    (await findGroup(app.db, group_id, app.ports.now())) ?? refuse('not_found')

  /** The activity of an error says what was decided, so that the audit log doesn't. */
  const decide = (
    request: FastifyRequest,
    group_id: string,
    change: (tx: Tx, group: Group, by_user_id: string, now: Date) => Promise<void>,
  ) => {
    const { user_id } = callerOf(request)
    return makeChange(app, request, {
      lock: (tx) => lockGroup(tx, group_id),
      write: (tx, group) => change(tx, group, user_id, app.ports.now()),
      audit: () => null,
      announces: [],
      view: () => show(group_id),
    })
  }

  app.route({
    ...listErrorGroupsRoute,
    handler: (request) => {
      const { assigned_to, ...filter } = request.query
      const is_unassigned = assigned_to === 'NOBODY'
      const assigned_to_user_id = assigned_to === 'ME' ? callerOf(request).user_id : assigned_to
      return listGroups(
        app.db,
        {
          ...filter,
          is_unassigned,
          ...(is_unassigned || assigned_to_user_id === undefined ? {} : { assigned_to_user_id }),
        },
        app.ports.now(),
      )
    },
  })

  app.route({ ...getErrorGroupRoute, handler: ({ params }) => show(params.error_group_id) })

  app.route({
    ...listErrorEventsRoute,
    handler: async ({ params, query }) => {
      await show(params.error_group_id)
      return listEvents(app.db, params.error_group_id, query)
    },
  })

  app.route({
    ...getErrorEventRoute,
    handler: async ({ params }) =>
      (await findEvent(app.db, params.error_group_id, params.error_event_id)) ?? refuse('not_found'),
  })

  app.route({
    ...assignErrorRoute,
    handler: (request) =>
      decide(request, request.params.error_group_id, async (tx, group, by_user_id, now) => {
        const { user_id } = request.body
        if (user_id === group.assigned_to_user_id) return
        const assignee = user_id === null ? undefined : await findAssignee(tx, user_id)
        if (user_id !== null && !assignee)
          refuse('request_invalid', { field: 'user_id', message: (t) => t('apiErrors.errors.assignee') })
        await setAssignee(tx, group.id, user_id)
        const what =
          user_id === null
            ? { kind: 'UNASSIGNED' as const }
            : { kind: 'ASSIGNED' as const, assignee_user_id: user_id }
        await insertActivity(tx, { group_id: group.id, by_user_id, ...what }, now)
        if (assignee && assignee.id !== by_user_id)
          await notifyAssignee(app, tx, assignee, { ...group, release: group.last_release })
      }),
  })

  app.route({
    ...resolveErrorRoute,
    handler: (request) =>
      decide(request, request.params.error_group_id, async (tx, group, by_user_id, now) => {
        const { reopens_on } = request.body
        const release = reopens_on === 'LATER_RELEASE' ? group.last_release : null
        // Without a release nothing can be later, so it opens again whenever it occurs.
        const rule = release === null ? 'ANY_EVENT' : reopens_on
        await setStatus(
          tx,
          group.id,
          { status: 'RESOLVED', reopens_on: rule, resolved_in_release: release },
          now,
        )
        await insertActivity(tx, { group_id: group.id, by_user_id, kind: 'RESOLVED', release }, now)
      }),
  })

  app.route({
    ...muteErrorRoute,
    handler: (request) =>
      decide(request, request.params.error_group_id, async (tx, group, by_user_id, now) => {
        const { until } = request.body
        if (until !== null && Date.parse(until) <= now.getTime())
          refuse('request_invalid', { field: 'until', message: (t) => t('apiErrors.errors.muteInPast') })
        await setStatus(tx, group.id, { status: 'MUTED', muted_until: until }, now)
        await insertActivity(tx, { group_id: group.id, by_user_id, kind: 'MUTED', until }, now)
      }),
  })

  app.route({
    ...reopenErrorRoute,
    handler: (request) =>
      decide(request, request.params.error_group_id, async (tx, group, by_user_id, now) => {
        if (group.status === 'OPEN') return
        await setStatus(tx, group.id, { status: 'OPEN' }, now)
        await insertActivity(tx, { group_id: group.id, by_user_id, kind: 'REOPENED' }, now)
      }),
  })
}
