import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createLog } from '@openspot/api/log.ts'
import { createHealth } from '@openspot/api/platform/health/health.ts'
import { startHealthThread } from '@openspot/api/platform/health/health-thread.ts'
import { createMetrics } from '@openspot/api/platform/observability/metrics.ts'
import * as webhooks from '@openspot/contract/money/webhooks.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { answerHealth } from '@openspot/server/health-answers.ts'
import { root, settingsFor } from '@openspot/server/settings.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  composeServices,
  type Env,
  exampleEnv,
  isOpenspot,
  kustomization,
  manifestsIn,
  objectsIn,
  podsIn,
  readDeployFile,
} from './testing/deployment.ts'

const composeFiles = ['compose.yaml', 'compose.several.yaml']
const services = composeFiles.flatMap((file) =>
  Object.entries(composeServices(file)).map(([name, service]) => ({
    where: `${file} ${name}`,
    name,
    service,
  })),
)
const pods = ['migrate', 'openspot'].flatMap((folder) => podsIn(folder))
const dockerfile = readDeployFile('Dockerfile')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
  optionalDependencies: Record<string, string>
}

/** What the operator fills in: in the examples these are blank. */
const secrets: Env = {
  OPENSPOT_SECRET: 'q8Zr2LxW0vNn7sYkTf3uJbHc5mPdEgAi',
  STRIPE_SECRET_KEY: 'sk_live_filled',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_filled',
  STRIPE_WEBHOOK_SECRET: 'whsec_filled',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_filled',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  DATABASE_URL: 'postgres://openspot_app:filled@pgbouncer.example:6432/openspot',
  DATABASE_DIRECT_URL: 'postgres://openspot_app:filled@postgres.example:5432/openspot',
  DATABASE_MIGRATE_URL: 'postgres://openspot_owner:filled@postgres.example:5432/openspot',
}
const fill = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value || (secrets[name] ?? '')]))

/** The environment of each process of the product, from all files, by where it is. */
const environments: { where: string; env: Env }[] = [
  ...services
    .filter(({ service }) => isOpenspot(service))
    .map(({ where, service }) => ({
      where,
      env: {
        ...exampleEnv('openspot.env.example'),
        ...Object.fromEntries(
          Object.entries(service.environment ?? {}).map(([name, value]) => [
            name,
            value.replaceAll(/\$\{[^}]*\}/g, 'filled'),
          ]),
        ),
      },
    })),
  ...pods.map(({ name, env }) => ({ where: `kubernetes ${name}`, env })),
]

describe('settings of deployments', () => {
  /** Every variable that the settings read, and those of OpenTelemetry, which only the README names. */
  const known = new Set(
    [...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(
      ([, name = '']) => name,
    ),
  )
  readSettings(
    new Proxy<Env>(
      {},
      {
        get: (_, name) => {
          known.add(String(name))
          return undefined
        },
      },
    ),
  )

  test.each(environments)('$where has only variables that exist', ({ env }) => {
    expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([])
  })

  test.each(environments)(
    '$where starts with the example filled in, and says what is missing before',
    ({ env }) => {
      const warnings: string[] = []
      const settings = readSettings(fill(env), (line) => warnings.push(line))
      expect(warnings).toEqual([])
      expect([settings.environment, settings.demo]).toEqual(['prod', false])
      expect(() => readSettings(env)).toThrow(/needs STRIPE_SECRET_KEY/)
    },
  )

  test('examples contain no secret, and everything that Compose fills in is in its example', () => {
    const examples = [
      '.env.example',
      'openspot.env.example',
      'kubernetes/settings/secrets.env.example',
      'kubernetes/settings/database.env.example',
      'kubernetes/migrate/owner.env.example',
    ].map((file) => exampleEnv(file))
    for (const example of examples) {
      const filled = Object.entries(example).filter(([, value]) => value !== '')
      expect(filled.filter(([name]) => name in secrets || /PASSWORD|SECRET|_KEY/.test(name))).toEqual([])
    }
    const wanted = composeFiles.flatMap((file) =>
      [...readDeployFile(file).matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name),
    )
    expect(wanted.filter((name) => !(name in exampleEnv('.env.example')))).toEqual([])
  })

  test('the example and the guide name the addresses that Stripe is given', () => {
    const given = Object.values(webhooks).flatMap(({ url }) => (/\/webhooks\/stripe/.test(url) ? [url] : []))
    expect(given).toHaveLength(2)
    for (const text of [
      readDeployFile('openspot.env.example'),
      readFileSync(path.join(root, 'docs', 'deployment.md'), 'utf8'),
    ]) {
      const named = [...text.matchAll(/\/api\/webhooks\/stripe[\w/]*/g)].map(([url]) => url)
      expect(new Set(named)).toEqual(new Set(given))
    }
  })

  test('only the migration knows the owner of the tables, and a web of its own knows no database', () => {
    for (const { where, env } of environments) {
      const knows = Object.keys(env).filter((name) => name.startsWith('DATABASE_'))
      const wanted = where.endsWith(' migrate')
        ? ['DATABASE_DIRECT_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_URL']
        : where.endsWith(' web')
          ? []
          : ['DATABASE_DIRECT_URL', 'DATABASE_URL']
      expect([where, knows.toSorted()]).toEqual([where, wanted])
    }
  })
})

describe('health checks of deployments', () => {
  const url = /http:\/\/127\.0\.0\.1:(\d+|\$\{[^}]+\})(\/[\w/]*)/
  const commands = [
    { where: 'Dockerfile', command: /HEALTHCHECK[\s\S]*?\n {2}CMD (.*)/.exec(dockerfile)?.[1] ?? '' },
    ...services
      .filter(({ service }) => isOpenspot(service) && !service.healthcheck?.disable)
      .map(({ where, service }) => ({ where, command: service.healthcheck?.test?.join(' ') ?? '' })),
  ]
  const probes = pods.flatMap(({ name, container }) =>
    (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap((kind) => {
      const at = container[kind]?.httpGet
      return at ? [{ where: `${name} ${kind}`, ...at }] : []
    }),
  )

  test('each asks a path that a process of the product answers, on the main port or the one of health', async () => {
    const log = createLog({ log_level: 'silent' })
    const health = createHealth(log)
    const server = createServer((request, response) => {
      if (!answerHealth(request, response, health)) response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const thread = await startHealthThread({ port: 0, host: '127.0.0.1' }, health)
    const main = (server.address() as AddressInfo).port
    const paths = [
      ...commands.map(({ command }) => url.exec(command)?.[2] ?? ''),
      ...probes.map((probe) => probe.path),
    ]
    expect(paths.length).toBeGreaterThan(10)
    for (const port of [main, thread.port])
      for (const asked of new Set(paths))
        expect([asked, (await fetch(`http://127.0.0.1:${port}${asked}`)).status]).not.toContain(404)
    await thread.close()
    server.close()
  })

  test('every process that serves has one, and it asks the port that the process listens on', () => {
    const asked = commands.map(({ where, command }) => [where, url.exec(command)?.[1]])
    const { port } = settingsFor({})
    expect(asked).toEqual(
      commands.map(({ where }) => [
        where,
        where === 'Dockerfile' ? `\${process.env.PORT ?? ${port}}` : String(port),
      ]),
    )
    for (const { kind, name, container } of pods.filter((each) => each.kind === 'Deployment'))
      expect([
        kind,
        name,
        container.startupProbe,
        container.livenessProbe,
        container.readinessProbe,
      ]).not.toContain(undefined)
    for (const { where, port: asks } of probes) expect([where, asks]).toEqual([where, 'health'])
  })
})

describe('ports of deployments', () => {
  test('pods declare the ports that their settings open, and Prometheus scrapes the port of the metrics', () => {
    for (const { name, container, env, labels } of pods.filter((each) => each.kind === 'Deployment')) {
      const { port, health_port, metrics, roles } = readSettings(fill(env))
      expect([
        name,
        Object.fromEntries((container.ports ?? []).map((each) => [each.name, each.containerPort])),
      ]).toEqual([
        name,
        { ...(roles.api || roles.web ? { http: port } : {}), health: health_port, metrics: metrics.port },
      ])
      expect(labels.annotations).toMatchObject({ 'prometheus.io/port': String(metrics.port) })
    }
  })

  test('services lead to pods that exist and listen, and the ingress and the web to services that exist', () => {
    const objects = objectsIn('openspot')
    const kubernetesServices = objects.filter(({ kind }) => kind === 'Service')
    for (const { metadata, spec } of kubernetesServices) {
      const wanted = (spec.selector as Env | undefined)?.['app.kubernetes.io/name']
      const pod = pods.find(({ labels }) => labels.labels['app.kubernetes.io/name'] === wanted)
      const names = (pod?.container.ports ?? []).map(({ name }) => name)
      expect([metadata.name, names]).toEqual([
        metadata.name,
        expect.arrayContaining([spec.ports?.[0]?.targetPort]),
      ])
    }
    const served = kubernetesServices.map(
      ({ metadata: { name }, spec: { ports = [] } }) => `${name}:${ports[0]?.name}`,
    )
    const backends = objects.flatMap(({ spec }) =>
      (spec.rules ?? []).flatMap(({ http }) =>
        http.paths.map(({ backend: { service } }) => `${service.name}:${service.port.name}`),
      ),
    )
    expect(backends).not.toEqual([])
    expect(served).toEqual(expect.arrayContaining(backends))
    const web = pods.find(({ name }) => name === 'web')
    const addresses = kubernetesServices.map(
      ({ metadata: { name }, spec: { ports = [] } }) => `http://${name}:${ports[0]?.port}`,
    )
    expect(addresses).toEqual(expect.arrayContaining([web?.env['OPENSPOT_API_URL']]))
  })

  test('in Compose, the published port and every address lead to a service that listens there', () => {
    const bouncer = readDeployFile('pgbouncer/pgbouncer.ini')
    const ports: Record<string, string> = {
      pgbouncer: /^listen_port = (\d+)$/m.exec(bouncer)?.[1] ?? '',
      postgres: '5432',
    }
    expect(readDeployFile('pgbouncer/Dockerfile')).toContain(`EXPOSE ${ports['pgbouncer']}\n`)
    expect(bouncer).toMatch(/^openspot = host=postgres port=5432 dbname=openspot$/m)
    expect(bouncer).toMatch(/^pool_mode = transaction$/m)
    expect(Number(/^max_prepared_statements = (\d+)$/m.exec(bouncer)?.[1])).toBeGreaterThan(0)
    const own = String(settingsFor({}).port)
    expect(dockerfile).toContain(`EXPOSE ${own}\n`)
    for (const file of composeFiles) {
      const all = composeServices(file)
      for (const [name, { environment = {}, ports: published = [] }] of Object.entries(all)) {
        for (const each of published) expect([name, each]).toEqual([name, `127.0.0.1:${own}:${own}`])
        const addresses = Object.values(environment).flatMap((value) => [
          ...value.matchAll(/(?:@|http:\/\/)([\w-]+):(\d+)/g),
        ])
        for (const [address, host = '', port] of addresses) {
          const isApi = all[host]?.environment?.['OPENSPOT_ROLES']?.includes('api')
          expect([name, address, port]).toEqual([name, address, isApi ? own : ports[host]])
        }
      }
    }
  })
})

describe('rights of deployments', () => {
  test.each(services)('$where: no root, no rights, and a file system that is read-only', ({ service }) => {
    const { user, read_only, cap_drop, cap_add = [], security_opt, privileged = false } = service
    expect({ user, read_only, cap_drop, cap_add, security_opt, privileged }).toEqual({
      user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: [],
      security_opt: ['no-new-privileges:true'],
      privileged: false,
    })
  })

  test.each(pods)(
    'pod $name: no root, no rights, no account, and a file system that is read-only',
    (found) => {
      expect(found.pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      })
    },
  )

  test('the image runs as the account that Compose and Kubernetes name', () => {
    expect(dockerfile).toMatch(/^USER 1000:1000$/m)
    expect(dockerfile.lastIndexOf('USER ')).toBeGreaterThan(dockerfile.lastIndexOf('COPY '))
  })
})

describe('scaling', () => {
  const objects = objectsIn('openspot')

  test('each deployment has a budget for disruptions, and each that serves an autoscaler', () => {
    const of = (kind: string) => objects.filter((each) => each.kind === kind)
    const deployments = of('Deployment').map(({ metadata: { name } }) => name)
    expect(deployments.toSorted()).toEqual(['api', 'web', 'worker'])
    const budgets = of('PodDisruptionBudget').map(
      ({ spec }) => spec.selector?.matchLabels?.['app.kubernetes.io/name'],
    )
    expect(new Set(budgets)).toEqual(new Set(['api', 'web', 'worker']))
    const scaled = of('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef?.name)
    expect(new Set(scaled)).toEqual(new Set(['api', 'web']))
  })

  test('autoscalers use a metric that processes report and that the adapter passes on', async () => {
    const { registry } = createMetrics({ version: '0.0.0', commit: null }, true)
    const reported = (await registry.getMetricsAsJSON()).map(({ name }) => name)
    const used = objects.flatMap(({ spec }) =>
      (spec.metrics ?? []).flatMap(({ pods: own }) => own?.metric.name ?? []),
    )
    expect(used).toHaveLength(2)
    expect(reported).toEqual(expect.arrayContaining(used))
    const { rules } = parse(readDeployFile('kubernetes/adapter-rules.yaml')) as {
      rules: { custom: { seriesQuery: string; name: { matches: string } }[] }
    }
    const passed = rules.custom.map(({ seriesQuery, name }) => [seriesQuery.split('{')[0], name.matches])
    expect(new Set(used.map((name) => `${name} ^${name}$`))).toEqual(
      new Set(passed.map((each) => each.join(' '))),
    )
  })
})

describe('what is deployed', () => {
  test('the image has every workspace, the Node.js of the lock, and neither history nor secrets', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    )
    expect(copied).toEqual(expect.arrayContaining(manifest.workspaces.map((name) => `${name}/package.json`)))
    const whole = new Set(manifest.workspaces.map((name) => name.split('/')[0] ?? ''))
    // The tests in browsers are no part of the product.
    whole.delete('e2e')
    expect(copied).toEqual(expect.arrayContaining([...whole]))
    const [version] = Object.values(manifest.optionalDependencies)
    expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${version?.replaceAll('.', '\\.')}-`, 'm'))
    const ignored = readDeployFile('Dockerfile.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '**/*.env', '**/.env', '**/node_modules', 'web/.next']),
    )
  })

  test('every image has a version', () => {
    const images = [
      ...[...dockerfile.matchAll(/^ARG NODE_IMAGE=(.*)$/gm)].map(([, image = '']) => image),
      ...[...readDeployFile('pgbouncer/Dockerfile').matchAll(/^FROM (.*)$/gm)].map(([, image = '']) => image),
      ...services.map(({ service }) => service.image).filter((image) => !image.startsWith('$')),
    ]
    for (const image of images) expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+$/)
  })

  test.each(['settings', 'migrate', 'openspot'])(
    'the kustomization of %s names every manifest in its folder',
    (name) => {
      expect(kustomization(name).resources.toSorted()).toEqual(manifestsIn(name).toSorted())
    },
  )
})
