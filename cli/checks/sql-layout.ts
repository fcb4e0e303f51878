/** The longest line of db/functions. New lines should stay under 120. */
const maxLength = 160

/** PL/pgSQL and SQL are written in lower case, except in texts and comments. */
const keyword =
  /\b(?:SELECT|FROM|WHERE|INSERT|INTO|VALUES|UPDATE|SET|DELETE|JOIN|LEFT|ON|AND|OR|NOT|NULL|IS|IN|EXISTS|CASE|WHEN|THEN|ELSE|END|IF|ELSIF|LOOP|FOR|BEGIN|DECLARE|RETURN|RETURNS|RETURNING|CREATE|REPLACE|FUNCTION|TRIGGER|DROP|PERFORM|RAISE|EXCEPTION|LANGUAGE|SECURITY|DEFINER|STABLE|IMMUTABLE|ORDER|GROUP|BY|LIMIT|UNION|ALL|DISTINCT|WITH|AS)\b/

/** Between the signature and the body: the language, then how volatile it is, then the rest. */
const header = /\blanguage\s+(?:plpgsql|sql)\b/
const misplaced =
  /\b(?:stable|immutable|strict|security\s+\w+|set\s+search_path\b[^$]*?)\s+language\s+(?:plpgsql|sql)\b/

const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0

/** Whether a line continues a list below its first element, whose line starts with a parenthesis. */
function isInList(lines: readonly string[], index: number): boolean {
  const indent = indentOf(lines[index] ?? '')
  return lines.slice(0, index).findLast((line) => indentOf(line) < indent)?.[indent - 1] === '('
}

/** Returns what is wrong with the layout of a file of SQL functions, by line. */
export function findLayoutFaults(text: string): { line: number; fault: string }[] {
  const lines = text.split('\n')
  const found: { line: number; fault: string }[] = lines.flatMap((line, index) => {
    const code = line.replace(/'(?:[^']|'')*'/g, "''").replace(/--.*$/, '')
    const faults = [
      [/\t/.test(line), 'a tab'],
      [/[ \t]$/.test(line), 'a space at the end'],
      [indentOf(line) % 2 === 1 && !isInList(lines, index), 'an indentation that is not a multiple of two'],
      [line.length > maxLength, `more than ${maxLength} characters`],
      [keyword.test(code), 'a keyword in upper case'],
      [
        /^create (?:or replace )?function /.test(line) && (lines[index - 1] ?? '').trim().endsWith('$$;'),
        'no line before',
      ],
    ] as const
    return faults.flatMap(([isFault, fault]) => (isFault ? [{ line: index + 1, fault }] : []))
  })
  for (const { index, 0: definition } of text.matchAll(
    /^create (?:or replace )?function [\s\S]*?(?:\$\$|;\n)/gm,
  )) {
    const line = text.slice(0, index).split('\n').length
    if (!header.test(definition) || misplaced.test(definition)) {
      found.push({ line, fault: 'the language is not the first attribute' })
    }
  }
  if (!text.endsWith('\n') || text.endsWith('\n\n')) {
    found.push({ line: lines.length, fault: 'not exactly one newline at the end' })
  }
  return found
}
