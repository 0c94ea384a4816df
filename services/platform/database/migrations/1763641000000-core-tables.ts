import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People, studios, projects, their files, tracks and staging. */
export class CoreTables1763641000000 implements MigrationInterface {
  name = 'CoreTables1763641000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE studios (
        id uuid NOT NULL DEFAULT uuidv7(),
        name text NOT NULL,
        currency text NOT NULL DEFAULT 'USD',
        time_zone text NOT NULL DEFAULT 'UTC',
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT studios_pkey PRIMARY KEY (id)
      );
      CREATE TABLE users (
        id uuid NOT NULL DEFAULT uuidv7(),
        name text NOT NULL,
        email text NOT NULL,
        email_verified boolean NOT NULL DEFAULT false,
        image text,
        role text NOT NULL DEFAULT 'client',
        studio_id uuid,
        is_operator boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_email_key UNIQUE (email),
        CONSTRAINT users_pkey PRIMARY KEY (id)
      );
      CREATE TABLE projects (
        id uuid NOT NULL DEFAULT uuidv7(),
        studio_id uuid NOT NULL,
        engineer_id uuid NOT NULL,
        client_id uuid NOT NULL,
        title text NOT NULL,
        notes text NOT NULL DEFAULT '',
        status text NOT NULL DEFAULT 'created',
        current_invoice_id uuid,
        staging_revision integer NOT NULL DEFAULT 0,
        suggested_revision integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT projects_pkey PRIMARY KEY (id)
      );
      CREATE INDEX projects_client_id_created_at_id_idx ON projects (client_id, created_at, id);
      CREATE INDEX projects_studio_id_created_at_id_idx ON projects (studio_id, created_at, id);
      CREATE TABLE activities (
        id uuid NOT NULL DEFAULT uuidv7(),
        project_id uuid NOT NULL,
        type text NOT NULL,
        actor_id uuid,
        message text NOT NULL,
        engineers_only boolean NOT NULL DEFAULT false,
        file_id uuid,
        comment_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT activities_pkey PRIMARY KEY (id)
      );
      CREATE INDEX activities_project_id_id_idx ON activities (project_id, id);
      CREATE TABLE audio (
        id uuid NOT NULL DEFAULT uuidv7(),
        object_key text NOT NULL,
        size_bytes bigint NOT NULL,
        content_type text NOT NULL,
        sha256 text,
        state text NOT NULL DEFAULT 'queued',
        progress real NOT NULL DEFAULT 0,
        error jsonb,
        probe jsonb,
        facts jsonb,
        fingerprint integer[],
        peaks_key text,
        preview_key text,
        created_at timestamptz NOT NULL DEFAULT now(),
        analysed_at timestamptz,
        CONSTRAINT audio_object_key_key UNIQUE (object_key),
        CONSTRAINT audio_pkey PRIMARY KEY (id)
      );
      CREATE TABLE studio_clients (
        studio_id uuid NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT studio_clients_pkey PRIMARY KEY (studio_id, user_id)
      );
      CREATE INDEX studio_clients_user_id_idx ON studio_clients (user_id);
      CREATE TABLE tracks (
        id uuid NOT NULL DEFAULT uuidv7(),
        project_id uuid NOT NULL,
        track_number integer NOT NULL,
        title text NOT NULL,
        isrc text,
        notes text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT tracks_number UNIQUE (project_id, track_number),
        CONSTRAINT tracks_pkey PRIMARY KEY (id)
      );
      CREATE TABLE files (
        id uuid NOT NULL DEFAULT uuidv7(),
        project_id uuid NOT NULL,
        audio_id uuid NOT NULL,
        file_name text NOT NULL,
        original_name text NOT NULL,
        file_type text NOT NULL,
        uploaded_by uuid NOT NULL,
        track_id uuid,
        slot_type text,
        parent_file_id uuid,
        master_file_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz,
        deleted_at timestamptz,
        CONSTRAINT files_pkey PRIMARY KEY (id)
      );
      CREATE INDEX files_audio ON files (audio_id);
      CREATE INDEX files_project_id_created_at_idx ON files (project_id, created_at);
      CREATE TABLE file_downloads (
        file_id uuid NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT file_downloads_pkey PRIMARY KEY (file_id, user_id)
      );
      CREATE TABLE notifications (
        id uuid NOT NULL DEFAULT uuidv7(),
        user_id uuid NOT NULL,
        type text NOT NULL,
        message text NOT NULL,
        metadata jsonb NOT NULL DEFAULT '{}',
        read_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT notifications_pkey PRIMARY KEY (id)
      );
      CREATE INDEX notifications_user_id_id_idx ON notifications (user_id, id);
      CREATE TABLE staging_files (
        id uuid NOT NULL DEFAULT uuidv7(),
        project_id uuid NOT NULL,
        audio_id uuid NOT NULL,
        file_name text NOT NULL,
        original_name text NOT NULL,
        folder text,
        status text NOT NULL DEFAULT 'pending',
        suggestions jsonb NOT NULL DEFAULT '[]',
        verdict text,
        uploaded_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        released_at timestamptz,
        hidden_at timestamptz,
        CONSTRAINT staging_files_pkey PRIMARY KEY (id)
      );
      CREATE UNIQUE INDEX staging_files_audio ON staging_files (audio_id);
      CREATE INDEX staging_files_project_id_created_at_idx ON staging_files (project_id, created_at);
      CREATE TABLE upload_intents (
        object_key text NOT NULL,
        project_id uuid NOT NULL,
        user_id uuid NOT NULL,
        file_name text NOT NULL,
        original_name text NOT NULL,
        folder text,
        size_bytes bigint NOT NULL,
        content_type text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT upload_intents_pkey PRIMARY KEY (object_key)
      );
      CREATE TABLE slots (
        id uuid NOT NULL DEFAULT uuidv7(),
        track_id uuid NOT NULL,
        slot_type text NOT NULL,
        is_required boolean NOT NULL DEFAULT false,
        file_id uuid,
        staging_file_id uuid,
        CONSTRAINT slots_type UNIQUE (track_id, slot_type),
        CONSTRAINT slots_pkey PRIMARY KEY (id)
      );
      CREATE UNIQUE INDEX slots_file ON slots (file_id);
      CREATE UNIQUE INDEX slots_staging_file ON slots (staging_file_id);
      ALTER TABLE users ADD CONSTRAINT users_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios(id);
      ALTER TABLE projects ADD CONSTRAINT projects_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios(id);
      ALTER TABLE projects ADD CONSTRAINT projects_engineer_id_fkey FOREIGN KEY (engineer_id) REFERENCES users(id);
      ALTER TABLE projects ADD CONSTRAINT projects_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id);
      ALTER TABLE activities ADD CONSTRAINT activities_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
      ALTER TABLE studio_clients ADD CONSTRAINT studio_clients_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios(id) ON DELETE CASCADE;
      ALTER TABLE studio_clients ADD CONSTRAINT studio_clients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
      ALTER TABLE tracks ADD CONSTRAINT tracks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
      ALTER TABLE files ADD CONSTRAINT files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
      ALTER TABLE files ADD CONSTRAINT files_audio_id_fkey FOREIGN KEY (audio_id) REFERENCES audio(id);
      ALTER TABLE files ADD CONSTRAINT files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);
      ALTER TABLE files ADD CONSTRAINT files_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE SET NULL;
      ALTER TABLE file_downloads ADD CONSTRAINT file_downloads_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
      ALTER TABLE file_downloads ADD CONSTRAINT file_downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
      ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
      ALTER TABLE staging_files ADD CONSTRAINT staging_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
      ALTER TABLE staging_files ADD CONSTRAINT staging_files_audio_id_fkey FOREIGN KEY (audio_id) REFERENCES audio(id);
      ALTER TABLE staging_files ADD CONSTRAINT staging_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);
      ALTER TABLE upload_intents ADD CONSTRAINT upload_intents_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
      ALTER TABLE slots ADD CONSTRAINT slots_track_id_fkey FOREIGN KEY (track_id) REFERENCES tracks(id) ON DELETE CASCADE;
      ALTER TABLE slots ADD CONSTRAINT slots_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL;
      ALTER TABLE slots ADD CONSTRAINT slots_staging_file_id_fkey FOREIGN KEY (staging_file_id) REFERENCES staging_files(id) ON DELETE SET NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE slots, upload_intents, staging_files, notifications, file_downloads, files, tracks, studio_clients,
        audio, activities, projects, users, studios
    `);
  }
}
