/** Number of OWASP ASVS 5.0.0 requirements by level: the register covers all of levels 1 and 2. */
const wanted = { 1: 70, 2: 183 } as const
const statuses = ['met', 'not applicable', 'open']

interface Row {
  id: string
  level: string
  status: string
  evidence: string
}

/**
 * Returns the problems of the text of `docs/asvs.md`, one sentence each. `exists` says whether a path relative to the
 * repository is a file.
 */
export function registerFaults(text: string, exists: (path: string) => boolean): string[] {
  const faults: string[] = []
  const rows: Row[] = []
  const counts: string[][] = []
  let chapter = ''
  for (const line of text.split('\n')) {
    chapter = /^## (V\d+) /.exec(line)?.[1] ?? chapter
    if (!line.startsWith('|')) continue
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [id = '', level = '', subject = '', status = '', evidence = ''] = cells
    if (/^\d/.test(id)) {
      rows.push({ id, level, status, evidence })
      faults.push(...rowFaults({ id, level, status, evidence }, exists))
      if (cells.length !== 5 || subject === '') faults.push(`${id} does not have five columns.`)
      if (`V${id.split('.')[0]}` !== chapter) faults.push(`${id} is in the wrong chapter, ${chapter}.`)
    } else if (chapter === '' && /\d/.test(level)) {
      counts.push(cells)
    }
  }
  const seen = new Set<string>()
  for (const { id } of rows) {
    if (seen.has(id)) faults.push(`${id} is listed more than once.`)
    seen.add(id)
  }
  for (const [level, many] of Object.entries(wanted)) {
    const found = rows.filter((row) => row.level === level).length
    if (found !== many) faults.push(`Level ${level} has ${found} rows; the standard has ${many}.`)
  }
  return [...faults, ...countFaults(rows, counts)]
}

function rowFaults({ id, level, status, evidence }: Row, exists: (path: string) => boolean): string[] {
  const files = [...evidence.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '')
  return [
    ...(level in wanted ? [] : [`${id} has the level "${level}"; it must be 1 or 2.`]),
    ...(statuses.includes(status)
      ? []
      : [`${id} has the status "${status}"; it must be one of: ${statuses.join(', ')}.`]),
    ...(status === 'met' && files.length === 0 ? [`${id} is met but names no file as evidence.`] : []),
    ...(evidence === '' ? [`${id} gives no evidence or reason.`] : []),
    ...files.filter((file) => !exists(file)).map((file) => `${id} names ${file}, which does not exist.`),
  ]
}

/** Checks the summary table: rows by status for each chapter, each level, and in total. */
function countFaults(rows: readonly Row[], counts: readonly string[][]): string[] {
  const chapters = [...new Set(rows.map(({ id }) => `V${id.split('.')[0]}`))]
  const groups: [name: string, rows: readonly Row[]][] = [
    ...chapters.map((name): [string, Row[]] => [
      name,
      rows.filter(({ id }) => `V${id.split('.')[0]}` === name),
    ]),
    ...Object.keys(wanted).map((level): [string, Row[]] => [
      `**Level ${level}**`,
      rows.filter((row) => row.level === level),
    ]),
    ['**Total**', rows],
  ]
  return groups.flatMap(([name, those]) => {
    const found = [
      those.length,
      ...statuses.map((status) => those.filter((row) => row.status === status).length),
    ]
    const [, ...said] = counts.find(([first = '']) => first === name || first.startsWith(`${name} `)) ?? []
    return said.join(' ') === found.join(' ')
      ? []
      : [
          `The count of ${name.replaceAll('*', '')} is given as ${said.join(' ') || 'nothing'}, but it is ${found.join(' ')}.`,
        ]
  })
}

const repositoryPath = /^(?:api|cli|contract|core|db|docs|e2e|server|stand-ins|tools|web)\/[\w./[\]-]+$/

/** Returns repository paths that a page mentions in `code` although they do not exist. */
export function missingPaths(text: string, exists: (path: string) => boolean): string[] {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => path ?? '')
  return [...new Set(named)].filter((path) => repositoryPath.test(path) && !exists(path))
}
