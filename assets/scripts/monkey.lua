-- A monkey of the laboratory is after whatever lures it, over every plate on its way, and else keeps out of everybody's reach.

local NOSE = 10 -- it smells bait from so far off, in tiles
local FEAR = 3 -- nobody may come nearer than this, in tiles

function process(monkey)
    local memory = creature.memory
    local bait = nearest("bait", NOSE)
    if bait and path_to(bait.x, bait.y) then
        if not memory.greedy then
            say("Ook! Ook!")
        end
        memory.greedy = true
        game.setTarget(monkey, bait.x, bait.y, true)
        return
    end
    memory.greedy = nil

    local other = nearest("undead", FEAR) or nearest("player", FEAR)
    if other and can_see(other) then
        flee(other)
    end
end
