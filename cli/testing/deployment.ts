import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { parse, parseAllDocuments } from 'yaml'

export type Env = Record<string, string>

const folder = path.join(root, 'deploy')
export const readDeployFile = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

/** The variables of a file that Compose or kustomize reads, such as `openspot.env.example`. */
export const exampleEnv = (file: string): Env =>
  Object.fromEntries(
    readDeployFile(file)
      .split('\n')
      .flatMap((line) => {
        const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value]]
      }),
  )

export interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  privileged?: boolean
  environment?: Env
  env_file?: string
  ports?: string[]
  networks?: string[]
  extends?: { file: string; service: string }
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
}

interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, unknown>
}

/** The services of a Compose file with what they extend. */
export function composeServices(file: string): Record<string, Service> {
  const { services, networks } = parse(readDeployFile(file), { merge: true }) as ComposeFile
  return Object.fromEntries(
    Object.entries(services).map(([name, own]) => {
      const base = own.extends === undefined ? null : composeServices(own.extends.file)[own.extends.service]
      if (base === undefined) throw new Error(`${file}: ${name} extends a service that does not exist`)
      const service = { ...base, ...own, environment: { ...base?.environment, ...own.environment } }
      const missing = [
        ...(service.networks ?? []).filter((network) => !(network in networks)),
        ...Object.keys(service.depends_on ?? {}).filter((other) => !(other in services)),
      ]
      if (missing.length > 0) throw new Error(`${file}: ${name} needs ${missing.join(', ')}`)
      return [name, service]
    }),
  )
}

export const isOpenspot = ({ image }: Service): boolean => image.startsWith('${OPENSPOT_IMAGE')

interface Probe {
  httpGet: { path: string; port: string | number }
}

export interface Container {
  name: string
  image: string
  args?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext?: Record<string, unknown>
}

interface PodSpec {
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  securityContext?: Record<string, unknown>
  containers: Container[]
}

/** What the tests read of an object of Kubernetes. */
export interface KubernetesObject {
  kind: string
  metadata: { name: string }
  spec: {
    selector?: { matchLabels?: Env } & Record<string, unknown>
    template?: { metadata: { labels: Env; annotations?: Env }; spec: PodSpec }
    scaleTargetRef?: { name: string }
    metrics?: { pods?: { metric: { name: string } } }[]
    ports?: { name: string; port: number; targetPort: string }[]
    rules?: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[]
  }
}

interface Generator {
  name: string
  literals?: string[]
  envs?: string[]
}

export interface Kustomization {
  resources: string[]
  components?: string[]
  configMapGenerator?: Generator[]
  secretGenerator?: Generator[]
}

const inKubernetes = (name: string) => path.posix.join('kubernetes', name)
export const kustomization = (name: string): Kustomization =>
  parse(readDeployFile(inKubernetes(`${name}/kustomization.yaml`))) as Kustomization

export const manifestsIn = (name: string): string[] =>
  readdirSync(path.join(folder, inKubernetes(name))).filter(
    (file) => file.endsWith('.yaml') && file !== 'kustomization.yaml',
  )

/** All objects of a folder of manifests. */
export const objectsIn = (name: string): KubernetesObject[] =>
  manifestsIn(name).flatMap((file) =>
    parseAllDocuments(readDeployFile(inKubernetes(`${name}/${file}`))).map(
      (document) => document.toJS() as KubernetesObject,
    ),
  )

/** The pods that a folder of manifests starts, with the environment that each gets from its maps, secrets, and own variables. */
export function podsIn(name: string) {
  const sources = [kustomization('settings'), kustomization(name)].map((own, at) => ({
    own,
    from: at === 0 ? 'settings' : name,
  }))
  const generated = new Map<string, Env>()
  for (const { own, from } of sources) {
    for (const { name: map, literals = [] } of own.configMapGenerator ?? [])
      generated.set(
        `map ${map}`,
        Object.fromEntries(literals.map((line) => line.split(/=(.*)/s).slice(0, 2))),
      )
    for (const { name: secret, envs = [] } of own.secretGenerator ?? [])
      generated.set(
        `secret ${secret}`,
        Object.assign({}, ...envs.map((file) => exampleEnv(inKubernetes(`${from}/${file}.example`)))) as Env,
      )
  }
  return objectsIn(name).flatMap(({ kind, metadata, spec: { template } }) => {
    const [container] = template?.spec.containers ?? []
    if (!template || !container) return []
    const given = (container.envFrom ?? []).map(({ configMapRef, secretRef }) => {
      const source = configMapRef ? `map ${configMapRef.name}` : `secret ${secretRef?.name}`
      const env = generated.get(source)
      if (!env) throw new Error(`${name}: ${metadata.name} needs the ${source}, which nothing generates`)
      return env
    })
    const own = Object.fromEntries((container.env ?? []).map(({ name: key, value }) => [key, value]))
    const env = Object.assign({}, ...given, own) as Env
    return [{ kind, name: metadata.name, pod: template.spec, labels: template.metadata, container, env }]
  })
}
