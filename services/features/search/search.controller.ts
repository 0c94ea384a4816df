import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { type SearchQuery, searchQuery, type SearchResult, searchResultSchema } from './search.schema.js';
import { SearchService } from './search.service.js';

@Controller('search')
export class SearchController {
  constructor(private readonly results: SearchService) {}

  /** At most six tracks and six files. Projects, clients and invoices are searched by their own lists. */
  @Get()
  @Reply(z.array(searchResultSchema))
  find(@CurrentActor() actor: Actor, @Query({ schema: searchQuery }) { search }: SearchQuery): Promise<SearchResult[]> {
    return this.results.find(actor, search);
  }
}
