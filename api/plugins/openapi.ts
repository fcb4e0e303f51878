import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { clientHeader, platformHeader, timeZoneHeader } from '@openspot/contract/identity/users.ts'
import { clientKinds, clientPlatforms } from '@openspot/core/enums.ts'
import type { FastifyInstance } from 'fastify'
import { errorGuide, errorResponses } from './openapi-errors.ts'
import { docsPolicy } from './safe-headers.ts'
import { cookieName } from './session.ts'

/** Publishes the OpenAPI document, generated from the route declarations, and a page to read it. */
export async function publishOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Openspot',
        version: '1.0.0',
        description: `Parking, from search to receipt. Amounts are whole numbers of the currency's smallest unit; times are in UTC; a reservation is half-open, \`[starts_at, ends_at)\`.\n\n${errorGuide}`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: app.settings.public_url }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName(app.secure_cookies) },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema_${i}`).replace('#', ''),
    },
    transform: ({ schema, url, route }) => {
      const config = route.config
      const headers = {
        type: 'object',
        properties: {
          [clientHeader]: { type: 'string', enum: [...clientKinds] },
          [platformHeader]: { type: 'string', enum: [...clientPlatforms] },
          [timeZoneHeader]: { type: 'string' },
          ...(route.method === 'POST' || config?.idempotent
            ? { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 255 } }
            : {}),
        },
        ...(config?.idempotent === 'required' ? { required: ['idempotency-key'] } : {}),
      }
      const access = config?.access ?? []
      const isOpen = access.some((grant) => grant.startsWith('anonymous'))
      return {
        url,
        schema: {
          ...schema,
          ...(config?.access && config.errors
            ? {
                response: {
                  ...successes(schema?.response),
                  ...errorResponses(route.method, {
                    ...config,
                    access: config.access,
                    errors: config.errors,
                  }),
                },
              }
            : {}),
          headers,
          'x-access': access,
          'x-subject': [config?.subject ?? []].flat(),
          ...(config?.other_lot ? { 'x-other-lot': config.other_lot } : {}),
          security: isOpen ? [{}, { session: [] }, { bearer: [] }] : [{ session: [] }, { bearer: [] }],
        } as object,
      }
    },
  })
  app.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { access: ['anonymous'] },
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
  })
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: docsPolicy,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
}

/** Returns the success responses. `closeSchemas` adds generic error responses, which the exact ones replace. */
const successes = (response: unknown) =>
  Object.fromEntries(Object.entries(response ?? {}).filter(([status]) => status.startsWith('2')))

const docsPath = '/api/docs'

/** The documentation page's routes come from a plugin without declarations. They show only the public document. */
export function openDocs(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url === docsPath || route.url.startsWith(`${docsPath}/`)) {
      route.config = { ...route.config, access: ['anonymous'] }
    }
  })
}
