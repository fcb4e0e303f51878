import { staffLists } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, LotParams, NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'

const subject = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const list = StringEnum(staffLists, { description: 'The list of the staff console.' })

const fields = {
  list,
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  query: Type.String({
    maxLength: 500,
    pattern: '^[\\x21-\\x7e]*$',
    description: 'The filter and order as in the address of the list, such as “when=ahead&sort=earliest”.',
  }),
  columns: Nullable(
    Type.Array(Type.String({ pattern: '^[a-z_]{1,20}$' }), { minItems: 1, maxItems: 30, uniqueItems: true }),
    { description: 'The keys of the columns, in their order. Null: all of them.' },
  ),
}

export const SavedView = Type.Object({ id: Id, ...fields })
export type SavedView = Static<typeof SavedView>

export const listSavedViewsRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/views',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'List the views of a list of this lot that I saved, by name',
    tags: ['memberships'],
    params: LotParams,
    querystring: Type.Object({ list }),
    response: { 200: Type.Object({ items: Type.Array(SavedView) }) },
  },
})

export const saveViewRoute = route({
  method: 'PUT',
  url: '/api/v2/lots/:lot_id/views',
  config: {
    access: grants.staff,
    errors: ['view_limit'],
    subject,
    limit: { max: 300, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Save the filter, order, and columns of a list under a name, for me only. Replaces my view with the same name',
    tags: ['memberships'],
    params: LotParams,
    body: StrictObject(fields),
    response: { 200: SavedView },
  },
})

export const deleteViewRoute = route({
  method: 'DELETE',
  url: '/api/v2/lots/:lot_id/views/:view_id',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'Delete a view that I saved',
    tags: ['memberships'],
    params: Type.Object({ lot_id: Id, view_id: Id }),
    response: { 204: NoContent },
  },
})
