// The lint rule `lacquer/own-tables`: only a feature itself writes its tables. Tables and features come from the
// entities. The rule finds writes in SQL, also in templates, and in calls of TypeORM that name an entity.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tables without an entity: those of better-auth, the event core and the queue, the installation's row, and handed mails. */
const UNMAPPED = {
  accounts: 'auth',
  sessions: 'auth',
  verifications: 'auth',
  rate_limits: 'platform',
  outbox: 'platform',
  processed_event: 'platform',
  event_handler: 'platform',
  job: 'platform',
  installation: 'platform',
  mail_handovers: 'platform',
};

const SQL_WRITE =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|UPDATE(?=\s+\S+(?:\s+(?:AS\s+)?\w+)?\s+SET\b))\s+(?:ONLY\s+)?(?:public\.)?"?([\w$]+)/gi;

/** Methods whose first argument is the entity class, and those whose argument may be rows instead. */
const OF_CLASS = new Set(
  'insert update delete upsert softDelete restore increment decrement clear into save remove softRemove recover'.split(
    ' ',
  ),
);
const OF_ROWS = new Set(['save', 'remove', 'softRemove', 'recover']);

const maps = new Map();

/** @returns `{tables, classes}`: the owner of each, by name. */
function ownersIn(root) {
  let known = maps.get(root);
  if (known) return known;
  known = { tables: new Map(Object.entries(UNMAPPED)), classes: new Map() };
  for (const file of globSync('services/features/*/**/*.entity.ts', { cwd: root })) {
    const owner = ownerOf(file);
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, table, name] of source.matchAll(/@Entity\('(\w+)'\)[^]*?\bclass (\w+)/g)) {
      known.tables.set(table, owner);
      known.classes.set(name, owner);
    }
  }
  maps.set(root, known);
  return known;
}

function ownerOf(path) {
  const [, feature, platform] = /(?:^|\/)services\/(?:features\/([^/]+)|(platform))\//.exec(path) ?? [];
  return feature ?? platform ?? null;
}

export const ownTables = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      foreign: '{{name}} belongs to {{owner}}, which offers a function of `tx` for this in a .writes.ts, or should.',
      unknown: 'Nobody is known to own the table {{name}}: has it an entity?',
    },
  },
  create(context) {
    const { tables, classes } = ownersIn(context.cwd);
    const writer = ownerOf(context.filename.replaceAll('\\', '/'));
    const services = context.sourceCode.parserServices;
    const checker = services?.program?.getTypeChecker();

    function judge(node, name, owner) {
      if (owner !== undefined && owner !== writer)
        context.report({ node, messageId: 'foreign', data: { name, owner } });
    }

    function sql(node, text) {
      for (const [statement, table] of text.matchAll(SQL_WRITE)) {
        const owner = tables.get(table.toLowerCase());
        if (owner !== undefined) judge(node, table, owner);
        // Prose is not SQL: this code base writes SQL keywords in capitals.
        else if (/^[A-Z]/.test(statement) && statement.split(/\s/)[0] === statement.split(/\s/)[0].toUpperCase())
          context.report({ node, messageId: 'unknown', data: { name: table } });
      }
    }

    function classesOf(type) {
      if (type.isUnionOrIntersection()) return type.types.flatMap(classesOf);
      if (checker.isArrayType(type)) return checker.getTypeArguments(type).flatMap(classesOf);
      return type.symbol ? [type.symbol.name] : [];
    }

    return {
      Literal(node) {
        if (typeof node.value === 'string') sql(node, node.value);
      },
      TemplateLiteral(node) {
        sql(node, node.quasis.map(({ value }) => value.cooked).join('$'));
      },
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return;
        const method = callee.property.name;
        const isDeleteFrom = method === 'from' && callee.object.callee?.property?.name === 'delete';
        if (!OF_CLASS.has(method) && !isDeleteFrom) return;
        if (first.type === 'Identifier' && classes.has(first.name)) judge(first, first.name, classes.get(first.name));
        else if (OF_ROWS.has(method) && checker) {
          const type = checker.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(first));
          for (const name of new Set(classesOf(type))) judge(first, name, classes.get(name));
        }
      },
    };
  },
};
