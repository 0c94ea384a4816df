import { Param } from '@nestjs/common';
import { id } from './fields.js';

/** A path parameter that must be an id. */
export const IdParam = (name = 'id') => Param(name, { schema: id });
