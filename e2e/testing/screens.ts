import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../../web', import.meta.url))

/** Lists the paths of all pages, such as `/lots/[lot_id]/spots`, so that a new page is tested without being named. */
export function listScreens(): string[] {
  const inApp = files(path.join(web, 'app'), /^page\.tsx$/).map((file) => path.dirname(file))
  const inPages = files(path.join(web, 'pages'), /^(?!_|server-error).*\.tsx$/).map((file) =>
    file.replace(/(?:\/?index)?\.tsx$/, ''),
  )
  return [...new Set([...inApp, ...inPages])].map((file) => (file === '.' ? '/' : `/${file}`)).sort()
}

const files = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => name.test(path.basename(file)))

/** Puts the values of its parameters into a path. Throws if one is missing. */
export const filled = (screen: string, values: Readonly<Record<string, string>>): string =>
  screen.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${screen} needs a value for ${name}`)
    return value
  })
