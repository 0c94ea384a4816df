import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * Columns in snake_case, and keys named as PostgreSQL itself names them
 * (`files_pkey`, `files_project_id_fkey`, `users_email_key`), so that plain SQL in a migration agrees with the entities.
 */
export class NamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string, prefixes: string[]): string {
    return snake([...prefixes, custom || property].join('_'));
  }

  override joinColumnName(relation: string, referencedColumn: string): string {
    return snake(`${relation}_${referencedColumn}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return this.key(table, columns, 'key');
  }

  override relationConstraintName(table: Table | string, columns: string[]): string {
    return this.key(table, columns, 'key');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return this.key(table, columns, 'fkey');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return this.key(table, columns, 'idx');
  }

  private key(table: Table | string, columns: string[], suffix: string): string {
    const name = [this.getTableName(table), ...columns, suffix].join('_');
    if (name.length > 63) throw new Error(`${name} is longer than PostgreSQL's 63 bytes: give it a shorter name`);
    return name;
  }
}
