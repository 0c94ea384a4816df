// The lint rule `lacquer/plain-english`: refuses words and openings in comments and test titles that readers stumble
// over. CONTRIBUTING.md has examples. A list cannot tell good English from bad; it only keeps out phrases that have
// occurred before.

/** Refused phrases, with what to write instead. */
const PHRASES = [
  [/\banew\b/i, 'again'],
  [/\bwhence\b/i, 'from where'],
  [/\boftener\b/i, 'more often'],
  [/\bso (?:many|long|often)\b(?! (?:as|that))/i, 'that many, or the number'],
  [/\bstands?\b(?! (?:in for|for|by|out|alone|still|up))/i, 'is'],
  [/\b(?:tells|told)\b(?! apart)/i, 'says, returns, shows or notifies'],
  [/\bhears?\b(?= (?:of|by|about|nothing)\b)/i, 'is notified, receives'],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more|need|reason|way|point|difference|such|matter|room|limit)\b)/i,
    'is not a',
  ],
  [/\bnobody\b/i, 'no one, null, or who exactly'],
  [/\blies\b/i, 'is'],
  [/\bknows? (?:of )?no\b/i, 'has no, does not know'],
  [/\bby way of\b/i, 'through'],
  [/\bfor want of\b/i, 'without'],
  [/(?<!\bthere )\b(?:is|are) none\b/i, 'is not one, does not exist'],
  [/\bnothing but\b/i, 'only'],
  [/\bspeaks? (?:for|against|of)\b/i, 'supports, contradicts, suggests'],
  [/\b(?:server|store|database|bucket)s? (?:(?:that|which) )?(?:is|are|was|were) away\b/i, 'is unavailable'],
  [
    /\bbehind (?:the |a |an |its |their )?(?:samples?|masters?|sound|titles?|headers?|numbers?|prefix|end|it|them)\b/i,
    'after',
  ],
  [/\bassigned nowhere\b/i, 'not assigned'],
  [/\bof theirs\b/i, 'their'],
];
const OPENINGS = [
  [/^(?:Of|At|To|From|By) (?:the|a|an|its|their|this|these|each|what|whom?|which)\b/, 'Begin with the subject.'],
  [/^What (?!if\b|it\b)/, 'Begin with the noun instead of ‘What …’.'],
  [/^Who(?:se|m|ever)? /, 'Begin with the noun instead of ‘Who …’.'],
];

export const plainEnglish = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const report = (loc, text) => {
      for (const fault of faultsOf(text)) context.report({ loc, message: fault });
    };
    return {
      Program() {
        for (const { type, value, loc } of context.sourceCode.getAllComments()) {
          if (type === 'Shebang' || /^\s*(?:eslint|@ts-|prettier|c8|v8|istanbul)/.test(value)) continue;
          report(loc, value);
        }
      },
      CallExpression({ callee, arguments: [title] }) {
        const name =
          callee.type === 'CallExpression' ? callee.callee.object?.name : (callee.name ?? callee.object?.name);
        if (!['it', 'test', 'describe', 'describeInBrowser'].includes(name)) return;
        const text =
          title?.type === 'Literal' ? title.value : title?.quasis?.map(({ value }) => value.cooked).join(' … ');
        if (typeof text === 'string') report(title.loc, text);
      },
    };
  },
};

/** A sentence for each refused phrase and opening in this comment or title. */
export function faultsOf(comment) {
  // Quoted text is an example, and code is code.
  const text = comment
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/`[^`]*`|'[^'\n]{1,60}'(?!\w)|“[^”]*”|‘[^’]*’/g, '…')
    .replace(/\s+/g, ' ')
    .replace(/^[ *]+/, '');
  const phrases = PHRASES.filter(([phrase]) => phrase.test(text)).map(
    ([phrase, better]) => `‘${text.match(phrase)[0]}’: say ${better}.`,
  );
  return [...phrases, ...OPENINGS.filter(([opening]) => opening.test(text)).map(([, advice]) => advice)];
}
