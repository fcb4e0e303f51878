interface LockedPackage {
  version?: string
  integrity?: string
  license?: string
  link?: boolean
  resolved?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

const nameOf = (at: string): string => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)
const addressOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

/**
 * Returns the CycloneDX document of what `npm ci --omit=dev` installs. It is made of the lock alone: `npm sbom` leaves out packages that
 * several workspaces share. The same lock gives the same document.
 */
export function billOf({ packages }: Lock, version: string) {
  const installed = Object.entries(packages).filter(
    ([at, { link, dev }]) => at.includes('node_modules/') && link !== true && dev !== true,
  )
  const refs = new Map(installed.map(([at, { version: own = '' }]) => [at, addressOf(nameOf(at), own)]))
  const product = addressOf('openspot', version)
  const workspaces = Object.keys(packages).filter((at) => !at.includes('node_modules/'))
  const components = new Map(
    installed.map(([at, found]) => [refs.get(at) ?? '', componentOf(nameOf(at), found, refs.get(at) ?? '')]),
  )
  const needs = new Map<string, Set<string>>()
  const note = (ref: string, at: string) => {
    const known = needs.get(ref) ?? new Set()
    for (const other of neededBy(packages, at)) {
      const target = refs.get(other)
      if (target !== undefined) known.add(target)
    }
    needs.set(ref, known)
  }
  for (const at of workspaces) note(product, at)
  for (const [at, ref] of refs) note(ref, at)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': product,
        name: 'openspot',
        version,
        purl: product,
        licenses: [{ expression: 'MIT' }],
      },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() })),
  }
}

function componentOf(full: string, found: LockedPackage, ref: string) {
  const { version = '', integrity, license, optional } = found
  const [, group, name = full] = /^(@[^/]+)\/(.+)$/.exec(full) ?? []
  const [, digest] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    // Those for other platforms are not installed.
    scope: optional ? 'optional' : 'required',
    purl: ref,
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
  }
}

const licenseOf = (text: string) =>
  /^[\w.+() -]+$/.test(text) && !text.startsWith('SEE ') ? { expression: text } : { license: { name: text } }

/** Where the packages are that a package needs to run: next to it, or in a folder above. */
function neededBy(packages: Lock['packages'], from: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
      if (packages[at]) return [at]
      if (folder === '') return []
    }
  })
}
