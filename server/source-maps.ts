import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { root } from './settings.ts'

const compressed = promisify(gzip)
const COMMENT = /\n\/\/# sourceMappingURL=([^\s/]+)\s*$/

/**
 * Moves the source maps of pages out of the folder that is served, and copies those of the pages' server code, into a folder of
 * their own. Each is named like the file it belongs to.
 */
export async function setMapsAside(build: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const part of ['static', 'server']) {
    const names = await readdir(path.join(build, part), { recursive: true })
    for (const name of names.filter((each) => each.endsWith('.js'))) {
      const script = path.join(build, part, name)
      const text = await readFile(script, 'utf8')
      const [, mapName] = COMMENT.exec(text) ?? []
      if (mapName === undefined) continue
      const mapFile = path.join(path.dirname(script), decodeURIComponent(mapName))
      const map = ownPart(await readFile(mapFile, 'utf8'), path.dirname(mapFile))
      if (part === 'static') await writeFile(script, text.replace(COMMENT, '\n'))
      // Nobody looks into the code of libraries on the server, which their file names show.
      else if (!map.hasOwn) continue
      const to = path.join(folder, part, `${name}.map.gz`)
      await mkdir(path.dirname(to), { recursive: true })
      await writeFile(to, await compressed(map.text))
    }
    if (part === 'static')
      for (const name of names.filter((each) => each.endsWith('.map'))) await rm(path.join(build, part, name))
  }
}

interface SourceMapFile {
  sources?: string[]
  sourcesContent?: (string | null)[]
  sections?: { map: SourceMapFile }[]
}

const LIBRARY = /(?:^|\/)node_modules\/|^[a-z]+:|^\[/

/** The path of a source in the checkout. */
function pathOf(source: string, folder: string): string {
  const [, own] = /^turbopack:\/\/\/\[project\]\/(.*)$/.exec(source) ?? []
  if (own !== undefined) return own
  const isRelative = !/^[a-z]+:|^\[/.test(source)
  return isRelative ? path.relative(root, path.resolve(folder, source)).replaceAll('\\', '/') : source
}

/** Leaves out the text of libraries, which nobody reads in a report and which is most of a map, and names sources by their path. */
function ownPart(text: string, folder: string): { text: string; hasOwn: boolean } {
  const map = JSON.parse(text) as SourceMapFile
  let hasOwn = false
  for (const one of map.sections?.map((section) => section.map) ?? [map]) {
    one.sources = (one.sources ?? []).map((source) => pathOf(source, folder))
    const isOwn = one.sources.map((source) => !LIBRARY.test(source))
    hasOwn ||= isOwn.includes(true)
    if (one.sourcesContent)
      one.sourcesContent = one.sourcesContent.map((content, at) => (isOwn[at] ? content : null))
  }
  return { text: JSON.stringify(map), hasOwn }
}
