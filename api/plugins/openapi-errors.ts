import { type ErrorCode, errors } from '@openspot/contract/errors.ts'
import { errorsOf } from '@openspot/contract/errors-of.ts'
import type { Route } from '@openspot/contract/route.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { messageOf } from '../errors.ts'

/** The document is for developers. */
const english = translatorFor(null)

/** Describes what a client should do with an error, by its status. Part of the document's introduction. */
export const errorGuide = `## Errors

Every error has the same body, \`Error\`. Each call lists the statuses it can answer with, and for each status its codes.
Decide by \`code\`; show \`message\` to the person; log \`request_id\`. New codes can be added to a call: treat an unknown
code by its status.

- \`400\`, \`413\`, \`415\`, \`422\`: change the request. \`field\` names the part at fault. Repeating it as it is fails again.
- \`401\`: sign in, then repeat the request.
- \`402\`: use another payment method, or have the bank verify the payment.
- \`403\`, \`404\`, \`410\`: the caller cannot do this, or it is gone. Do not repeat the request.
- \`409\`: something changed, or a rule is against it. Load the current state, show it, and let the person decide.
- \`429\`: wait for as long as \`Retry-After\` says, then repeat the request.
- \`500\`: repeat a call that has an \`Idempotency-Key\` with the same key; load the current state before you repeat others.
- \`503\`: wait for as long as \`Retry-After\` says, then repeat the request with the same \`Idempotency-Key\`.`

/** Returns the error responses of a route for the document: a schema per status with its possible codes. */
export function errorResponses(
  method: string | string[],
  config: Pick<Route['config'], 'access' | 'errors'>,
): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf({ method: methodOf(method), config })) {
    const status = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${messageOf(code)(english)}`).join('\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: 'Error#' },
                { type: 'object', properties: { code: { type: 'string', enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

function methodOf(method: string | string[]): Route['method'] {
  const [first] = [method].flat()
  const known = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).find((each) => each === first)
  if (!known) throw new Error(`The contract has no method ${String(method)}.`)
  return known
}
