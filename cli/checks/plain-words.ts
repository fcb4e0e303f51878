/** Words that made readers read twice, and British spellings, each with what to write instead. */
const replacements: [pattern: RegExp, instead: string][] = [
  [/\bsomebody\b/i, 'a person, or their role'],
  [/\banew\b/i, 'again'],
  [/\bso many\b/i, 'the number, or "how many"'],
  [/\bnought\b/i, '0'],
  [/\bdeeds?\b/i, 'action'],
  [/\bfor ever\b/i, 'permanently'],
  [/\b(?:whosoever|whosever)\b/i, 'anyone who, or whose'],
  [
    /\b(?:[Aa]|[Tt]he|[Tt]his|[Ee]ach|[Nn]o|[Mm]y|[Tt]wo|[Ll]ong|[Ss]hort|[Mm]onthly) stays?\b(?! (?:as|in|on|open|the same)\b)/,
    'reservation',
  ],
  [/\bways? to pay\b/i, 'payment method'],
  [/\bno more\b(?! than\b)/i, 'no longer, or none'],
  [/\b(?:is|are|was|were) to be\b/i, 'must be, or will be'],
  [/\bhangs? on\b/i, 'depends on, or belongs to'],
  [/\bask(?:s|ed|ing)? after\b/i, 'check'],
  [/^\s*(?:\/\*\*|\*|\/\/) (?:Of|Whose|Whoever) /, 'a whole sentence with a subject and a verb'],
  [/\bcancell(?!ation)/i, 'one l, as in canceled'],
  [/\bbehaviour/i, 'behavior'],
  [/\bcolour/i, 'color'],
  [/\bneighbour/i, 'neighbor'],
  [/\blicence/i, 'license'],
  [/\bgrey\b/i, 'gray'],
  [/\bcatalogue/i, 'catalog'],
  [/\be-mail/i, 'email'],
  [/\b(?:organis|recognis|analys(?=ed|ing))/i, 'the American spelling, with z'],
]

export interface FoundWord {
  line: number
  word: string
  instead: string
}

/** A line that is a comment of TypeScript or SQL, or the continuation of one. */
const comment = /^\s*(?:\/\/|\/?\*|--)/
const title = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(?<text>.*)\1/

/** Finds such words in the comments and test titles of a source file, or in all of a document. */
export function findOddWords(file: string, text: string): FoundWord[] {
  const isDocument = file.endsWith('.md')
  return text.split('\n').flatMap((line, at) => {
    const prose = isDocument || comment.test(line) ? line : (title.exec(line)?.groups?.['text'] ?? '')
    // Code in a comment or document has the names that it has.
    const said = prose.replaceAll(/`[^`]*`/g, '')
    return replacements.flatMap(([pattern, instead]) => {
      const found = pattern.exec(said)
      return found ? [{ line: at + 1, word: found[0], instead }] : []
    })
  })
}
