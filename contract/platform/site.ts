import { mapFailures } from '@openspot/core/maps/vendor.ts'
import { Type } from 'typebox'
import { NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

export const getSiteRoute = route({
  method: 'GET',
  url: '/api/v2/site',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 1 } },
  schema: {
    summary: 'Get what pages need to know about this installation',
    tags: ['platform'],
    response: {
      200: Type.Object({
        asks_to_count: Type.Boolean({
          description: 'Whether a vendor gets events, so that visitors are asked whether they allow it.',
        }),
        is_text_available: Type.Boolean({
          description:
            'Whether texts can be sent, so that a phone number is offered as a way to sign in or book.',
        }),
        wallets: Type.Object(
          { apple: Type.Boolean(), google: Type.Boolean() },
          { description: 'In which wallets of phones a pass can be saved.' },
        ),
        support_email: Nullable(Type.String({ description: 'Where people write for help.' })),
        card_form: Nullable(
          Type.Object(
            { script_url: Type.String(), publishable_key: Type.String() },
            {
              description:
                'The script of the payment provider’s card form, and our public key for it. Null: cards are entered on the provider’s own page.',
            },
          ),
        ),
        map_style_url: Nullable(
          Type.String({
            description:
              'The style of the map vendor. Null: the bundled map, also while the vendor refuses us.',
          }),
        ),
      }),
    },
  },
})

export const reportMapFailureRoute = route({
  method: 'POST',
  url: '/api/v2/site/map-failures',
  config: { access: ['anonymous'], errors: [], limit: { max: 20, minutes: 5 } },
  schema: {
    summary: 'Report that the map vendor did not serve its map, so that the bundled one is shown',
    tags: ['platform'],
    body: StrictObject({ reason: StringEnum(mapFailures) }),
    response: { 204: NoContent },
  },
})
